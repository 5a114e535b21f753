/** Timers of the whole process, including the test runner's: for tests that no timer is left. */
export const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
