/**
 * What axe finds on a page. It is evaluated by the debugger, which the page's own policy does not concern.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A text for each rule that is broken, with the first three places. */
export async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} | ${failureSummary}`);
    return `${id}: ${places.join("\n")}`;
  });
}
