/**
 * What a test opens one after another and closes together, the last first: also where a later one cannot be opened, for a server
 * or a browser that is left running keeps the test's process from ending. One that cannot be closed does not keep the others open:
 * its failure, the first of them, is told when they are closed, and not in place of the one that kept a later one from opening.
 */
export async function opening(open) {
  const closes = [];
  const close = async () => {
    const failures = [];
    for (const one of closes.splice(0).reverse()) {
      try {
        await one();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    return { ...(await open((one) => closes.push(one))), close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}
