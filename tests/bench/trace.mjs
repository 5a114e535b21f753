/**
 * Tasks of a page's main thread by the browser's own trace. Their time is the thread's, so that waiting for a processor that
 * others hold does not count; if the trace lacks that, or gives a task more than passed by the clock, it is the clock's.
 */
import { quartiles } from "./measure.mjs";

const TASKS = ["RunTask", "ThreadControllerImpl::RunTask"];
const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing"];

/** What the browser traced while `work` ran. */
export async function traced(browser, page, work) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

/** Between two marks of the page: from and to in microseconds, and the milliseconds of its main thread's tasks. */
export function inMarks(events, first, last) {
  const [from, to] = [first, last].map((name) => events.find((event) => event.name === name && event.cat.includes("user_timing")));
  const isOurs = ({ name, ph, pid, tid, ts }) => TASKS.includes(name) && ph === "X" && pid === from.pid && tid === from.tid && ts >= from.ts && ts <= to.ts;
  const tasks = events.filter(isOurs).map(({ tdur, dur }) => Math.min(tdur ?? dur, dur) / 1000);
  if (tasks.length === 0) throw new Error("the browser's trace holds no tasks of the page");
  return { from: from.ts, to: to.ts, tasks };
}

export const longest = (tasks) => tasks.reduce((most, ms) => Math.max(most, ms), 0);

const RUNS = 5;

/** The longest task while a scan is opened, of several times; disposing of it is a task of its own. */
export async function longestTask(browser, page, size) {
  await page.evaluate((size) => globalThis.openOnce(size), size);
  const most = [];
  for (let run = 0; run < RUNS; run++) most.push(await longestOnce(browser, page, size));
  const ours = quartiles(most);
  return { work: "longest task while opening, thread time", size, unit: "ms", ours, most: 4, met: ours.median <= 4 };
}

async function longestOnce(browser, page, size) {
  const events = await traced(browser, page, () =>
    page.evaluate(async (size) => {
      gc();
      performance.mark("opening");
      // The task that opening begins with is one of those that count.
      await new Promise((resolve) => setTimeout(resolve));
      await globalThis.openOnce(size);
      performance.mark("opened");
    }, size),
  );
  return longest(inMarks(events, "opening", "opened").tasks);
}
