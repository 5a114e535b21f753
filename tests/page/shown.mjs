/**
 * What the page shows, read from it, and the counts to compare it with: made from the service's raw answer, by plain loops,
 * without the package.
 */

import { SEVERITIES } from "../harness/severities.mjs";

export { SEVERITIES };

export const count = (list, test) => list.reduce((sum, item) => sum + (test(item) ? 1 : 0), 0);

export const fixable = ({ fixed_version }) => fixed_version !== undefined && fixed_version.trim() !== "";
export const exploited = ({ public_exploit }) => public_exploit !== undefined && Object.keys(public_exploit).length > 0;

export const bySeverity = (findings) =>
  Object.fromEntries(SEVERITIES.map((severity) => [severity, count(findings, (finding) => finding.severity === severity)]));

/** Whether a search for one word finds a finding: the fields that it looks at, in any letter case. */
export const mentions = (word) => (finding) =>
  [finding.id, finding.package, finding.title ?? "", finding.target, finding.image].some((text) => text.toLowerCase().includes(word.toLowerCase()));

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

/** Resolves once the table says it has this many rows. */
export const rowsAre = (page, total) =>
  page.waitForFunction((total) => document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === String(total + 1), total);

/** Resolves after the page's next frame: what was asked for before is drawn. */
export const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/** How many pixels the page is wider than the screen; negative if there is room left. */
export const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** By then the address is that of what the page shows, which it follows within 250 ms: timers of a page end in their order. */
const WRITTEN_MS = 300;

const written = (page) => page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), WRITTEN_MS);

/** The page's address, once it is that of what the page shows. */
export async function addressOf(page) {
  await written(page);
  return page.evaluate(() => location.href);
}

/** The query of that address: a link to what the page shows. */
export const linkOf = async (page) => new URL(await addressOf(page)).search;

/** How many steps the browser's history has, once that of what the page shows is among them. */
export async function stepsOf(page) {
  await written(page);
  return page.evaluate(() => history.length);
}

/** A text as it is read: white space of any length is one space. */
export const oneLine = (text) => text.replace(/\s+/g, " ");

/** From now on `heard` has everything that a screen reader announces. */
export const hears = (page) =>
  page.evaluate(() => {
    const live = document.querySelector("[aria-live=polite]");
    globalThis.heard = [];
    new MutationObserver(() => globalThis.heard.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
  });

/** The texts under the timeline, from left to right, and where each begins and ends. */
export async function axisTexts(page) {
  const texts = await page.locator(".lanes :is(.tick text, .fold text, .axis-end)").evaluateAll((all) =>
    all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right, one.textContent]),
  );
  return texts.sort(([a], [b]) => a - b);
}

/** The line around what is drawn, how opaque it is with all that it stands in, and the colour of what is painted behind it. */
export const lookOf = (locator) =>
  locator.evaluate((one) => {
    const all = [];
    for (let at = one; at !== null; at = at.parentElement) all.push(getComputedStyle(at));
    return {
      stroke: all[0].stroke,
      opacity: all.reduce((product, style) => product * Number(style.opacity), Number(all[0].strokeOpacity)),
      around: all.map((style) => style.backgroundColor).find((colour) => !/rgba\(.*, 0\)|transparent/.test(colour)),
    };
  });

/** The relative luminance of a computed colour, as WCAG 2 has it. */
function luminance(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How much two computed colours differ, from 1 to 21, as WCAG 2 has it. */
export function contrast(one, other) {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The words about a wait for the next try, once it has counted some seconds down: first the text that had more left. */
export async function countedDown(text) {
  const more = text.filter({ hasText: /\bin \d+ s/ });
  const said = [await more.textContent()];
  const secondsOf = (one) => Number(/(\d+) s/.exec(one)[1]);
  const less = Array.from({ length: secondsOf(said[0]) - 1 }, (_, at) => at + 1).join("|");
  return [...said, await text.filter({ hasText: new RegExp(`\\bin (${less}) s`) }).textContent()];
}
