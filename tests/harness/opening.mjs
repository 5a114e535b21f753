/**
 * What a test opens one after another and closes together, the last first: also where a later one cannot be opened, for a server
 * or a browser that is left running keeps the test's process from ending.
 */
export async function opening(open) {
  const closes = [];
  const close = async () => {
    for (const one of closes.splice(0).reverse()) await one();
  };
  try {
    return { ...(await open((one) => closes.push(one))), close };
  } catch (error) {
    await close();
    throw error;
  }
}
