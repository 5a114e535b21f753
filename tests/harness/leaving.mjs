/**
 * What has to be done when a test's process ends, however it ends short of a kill: also where the runner ends a file whose time is
 * up, for which Node tells no `exit` of itself.
 */
const tasks = new Set();

process.once("exit", () => {
  for (const task of tasks) task();
});
process.once("SIGTERM", () => process.exit(1));

/** Has it done at the end, unless the function that is returned takes it back. */
export function whenLeaving(task) {
  tasks.add(task);
  return () => void tasks.delete(task);
}
