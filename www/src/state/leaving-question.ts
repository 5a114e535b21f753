/**
 * The browser's own question before a person leaves the document, while something is under way whose outcome they would not learn.
 * The listener exists only meanwhile: with it, a browser may not keep the page for a step back.
 */

export async function askBeforeLeaving<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
  // A listener for each, so that the first of several to end leaves the others theirs.
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener("beforeunload", ask);
  try {
    return await outcome;
  } finally {
    removeEventListener("beforeunload", ask);
  }
}
