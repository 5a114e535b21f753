/** For a module worker of your own: takes up what `startWorker` sends to it, and leaves all other messages alone. */
export function serveWorker(): void;
