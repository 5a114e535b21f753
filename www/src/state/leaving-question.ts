/**
 * The browser's own question before the document is left, for as long as something is under way whose outcome nobody would learn
 * then. It is listened for only meanwhile: a browser may not keep a page that always does for a step back.
 */

export async function askBeforeLeaving<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
  // One for each, so that the first of several to end leaves the others theirs.
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener("beforeunload", ask);
  try {
    return await outcome;
  } finally {
    removeEventListener("beforeunload", ask);
  }
}
