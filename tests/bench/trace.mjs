/**
 * The longest task of the page's main thread while a scan is opened, by the browser's own trace. Its time is the thread's, so
 * that waiting for a processor that others hold does not count; where the trace lacks that, it is the clock's.
 */
const TASKS = ["RunTask", "ThreadControllerImpl::RunTask"];

export async function longestTask(browser, page, size) {
  await page.evaluate((size) => globalThis.openOnce(size), size);
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing"] });
  await page.evaluate(async (size) => {
    performance.mark("opening");
    await globalThis.openOnce(size);
    performance.mark("opened");
  }, size);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const [from, to] = ["opening", "opened"].map((name) => traceEvents.find((event) => event.name === name && event.cat.includes("user_timing")));
  const tasks = traceEvents.filter(({ name, ph, pid, tid, ts }) => TASKS.includes(name) && ph === "X" && pid === from.pid && tid === from.tid && ts >= from.ts && ts <= to.ts);
  if (tasks.length === 0) throw new Error("the browser's trace holds no tasks of the page");
  const most = Math.max(...tasks.map(({ tdur, dur }) => tdur ?? dur)) / 1000;
  return { work: "longest task while opening, thread time", size, unit: "ms", ours: { median: most }, most: 4, met: most <= 4 };
}
