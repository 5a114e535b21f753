/**
 * What has to be done when a test's process ends, however it ends short of a kill: even by a signal, as when the runner ends a file
 * whose time is up, for which Node by itself emits no `exit`.
 */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const tasks = new Set();

// The last one goes first, and one that fails does not stop the others.
process.once("exit", () => {
  for (const task of [...tasks].reverse()) {
    try {
      task();
    } catch (error) {
      console.error(error);
    }
  }
});
for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => process.exit(code));

/** Has it done at the end, unless the function that is returned takes it back. */
export function whenLeaving(task) {
  tasks.add(task);
  return () => void tasks.delete(task);
}
