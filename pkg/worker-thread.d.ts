/** For a module worker of your own: importing this is all it needs to do. See `WorkerOptions.worker`. */
export {};
