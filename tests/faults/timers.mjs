/** Timers of the whole process, the test runner's among them: for tests that none is left. */
export const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
