/**
 * A page that has the package as `scanfold`, on an origin of its own, under the policy that the README asks for. The
 * instances that the package makes are in `instances`; `asked` is what the page requested of its own origin.
 */
import { openChromium } from "../harness/chromium.mjs";
import { opening } from "../harness/opening.mjs";
import { below } from "../harness/places.mjs";
import { policy, serveSite } from "../harness/site.mjs";

const HTML = (body) => `<!doctype html><meta charset="utf-8"><title>faults</title><link rel="icon" href="data:,">${body}`;
const START = `
import * as scanfold from "/pkg/browser.js";
import { runCase } from "/tests/faults/cases/run.mjs";
import { recordInstances } from "/tests/faults/instances.mjs";
const instances = [];
recordInstances(instances);
Object.assign(globalThis, { scanfold, instances, runCase });
`;

/**
 * `connect` are the origins that the page's policy lets it talk to; `texts` are further files of the site; `open` opens a page in
 * another browser.
 */
export const openFaultPage = (connect, { texts = {}, headers = {}, open = openChromium } = {}) =>
  opening(async (closing) => {
    const asked = [];
    const site = await serveSite({
      answer: ({ url, headers }) => (asked.push(`${url} ${JSON.stringify(headers)}`), false),
      folders: { "/pkg/": below("pkg"), "/tests/": below("tests") },
      texts: { "/index.html": HTML('<script type="module" src="/start.js"></script>'), "/start.js": START, ...texts },
      headers: () => ({ "Content-Security-Policy": policy(connect.join(" ")), ...headers }),
    });
    closing(site.stop);
    const opened = await open();
    closing(opened.close);
    await opened.page.goto(`${site.origin}/`);
    await opened.page.waitForFunction(() => globalThis.runCase !== undefined);
    return { ...opened, site, asked };
  });
