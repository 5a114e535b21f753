/**
 * Where a page may have left a secret: all that outlives a call and can be read by others, searched from a test.
 */
import { strayInLog } from "./canary.mjs";

/**
 * The places where the secret was found, each once, in order. `opened` is what `openFaultPage` gave; `logs` are those of
 * fault servers; `told` is place → texts, for what the test collected itself.
 */
export async function placesOf(opened, page, tokens, { logs = [], told = {} } = {}) {
  const { secret } = tokens;
  const texts = { ...told, "console": opened.said, "exception or console error": opened.problems, "request of the page": opened.asked };
  const found = Object.keys(texts).filter((place) => texts[place].some((text) => text.includes(secret)));
  found.push(...logs.flatMap((log) => strayInLog(log, tokens)));
  if (JSON.stringify(await page.context().cookies()).includes(secret)) found.push("cookie");
  found.push(...(await page.evaluate(searchPage, secret)));
  return [...new Set(found)].sort();
}

/** Runs in the page, so it stands by itself. */
async function searchPage(secret) {
  const found = [];
  const look = (place, value) => {
    if ((typeof value === "string" ? value : (JSON.stringify(value) ?? "")).includes(secret)) found.push(place);
  };
  look("location", location.href);
  look("referrer", document.referrer);
  look("history state", history.state);
  look("window name", window.name);
  look("document", document.documentElement.outerHTML);
  look("global", Object.entries(Object.getOwnPropertyDescriptors(globalThis)).map(([name, { value }]) => `${name} ${typeof value === "string" ? value : ""}`));
  look("localStorage", { ...localStorage });
  look("sessionStorage", { ...sessionStorage });
  look("cookie", document.cookie);
  look("performance", performance.getEntries());
  look("service worker", (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => [scope, active?.scriptURL]));

  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    look("IndexedDB", name);
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      look("IndexedDB", [store, await done(rows.getAll()), await done(rows.getAllKeys())]);
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    look("cache", name);
    const cache = await caches.open(name);
    for (const request of await cache.keys()) look("cache", [request.url, [...request.headers], await (await cache.match(request)).text()]);
  }
  const { timesInMemory } = await import("/tests/faults/instances.mjs");
  if (timesInMemory(globalThis.instances, secret) > 0) found.push("memory of the module");
  return found;
}
