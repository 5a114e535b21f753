/** Resolves behind the next frame: for what is left until a person sees what was done. */
export const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
