/** Resolves after the next frame: for what can wait until a person sees what was done. */
export const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
