/**
 * What axe finds on a page. It is evaluated by the debugger, which the page's own policy does not concern.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that look at colours: the only ones that can find something else in another colour scheme. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** A text for each rule that is broken, with the first three places: of all rules, or of some. */
export async function violations(page, runOnly) {
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(AXE);
  const options = { resultTypes: ["violations"], ...(runOnly && { runOnly }) };
  const found = await page.evaluate((options) => globalThis.axe.run(document, options), options);
  return found.violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} | ${failureSummary}`);
    return `${id}: ${places.join("\n")}`;
  });
}
