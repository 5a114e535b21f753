/**
 * What the page shows, read from it, and the counts to compare it with: made from the service's raw answer, by plain loops,
 * without the package.
 */

export const SEVERITIES = ["critical", "high", "medium", "low", "unknown"];

export const count = (list, test) => list.reduce((sum, item) => sum + (test(item) ? 1 : 0), 0);

export const bySeverity = (findings) =>
  Object.fromEntries(SEVERITIES.map((severity) => [severity, count(findings, (finding) => finding.severity === severity)]));

/** The number a text shows, without its grouping. */
export const digits = (text) => Number(text.replaceAll(",", "").match(/-?\d+/)?.[0]);

/** The five tiles as numbers. */
export async function tiles(page) {
  const texts = await page.locator(".tile .count").allTextContents();
  return Object.fromEntries(SEVERITIES.map((severity, index) => [severity, digits(texts[index])]));
}

/** The figures beside the tiles, by their label. */
export function figures(page) {
  return page
    .locator(".figures > div")
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.querySelector("dt").textContent,
          Number(row.querySelector("dd").textContent.replaceAll(",", "").match(/\d+/)[0]),
        ]),
      ),
    );
}

/** How many rows the table says it has, all of them, not those in the document. */
export async function rowCount(page) {
  return Number(await page.locator("[role=grid]").getAttribute("aria-rowcount")) - 1;
}
