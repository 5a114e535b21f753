/**
 * What a test opens one after another and closes together, the last first: even if a later one cannot be opened, because a
 * server or a browser that is left running keeps the test's process from ending. One that cannot be closed does not keep the others
 * open: the first such failure is thrown once all are closed, but never in place of the failure to open a later one.
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
