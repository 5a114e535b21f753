/**
 * What the page's tests run in: the built page on a strict static server, the reference service with the demo data, a browser.
 *
 * Every file of tests has a world of its own, so that a removal in one is not seen in another.
 */
import { newPages } from "./pages.mjs";
import { serveDemo } from "./served.mjs";

export { API, GIT } from "./served.mjs";

/** `options` are those of `serveDemo`. */
export async function newWorld(options = {}) {
  const served = await serveDemo(options);
  const pages = await newPages(served.origin);
  const stop = async () => {
    await pages.stop();
    await served.stop();
  };
  return { ...served, ...pages, stop };
}
