/**
 * Each kind of failure as a person meets it: what failed, whether it is worth trying again, and a button that does; on a
 * wide screen and on a phone.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerWith, GET_TEAM, HISTORY, json, mend, refusal, RESULTS, sendResults } from "./answers.mjs";
import { drawn, oneLine, tooWide } from "./shown.mjs";
import { chooseScan, openCleanScan, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const RETRY = "Try again";
const ANYWAY = "Try again anyway";
const CONNECT = "Change connection";
const HTML = { contentType: "text/html", body: "<p>Welcome to the station</p>" };

/** Kind → what the service answers, what the page says of it, and the button that it offers. */
const KINDS = {
  unauthorized: [refusal(401, "token expired"), /refused the API token.*The token is missing, wrong or expired.*token expired/, CONNECT],
  forbidden: [refusal(403, "insufficient scope"), /lacks a permission.*view_cloud_security: read/, CONNECT],
  not_found: [refusal(404, "scan not found"), /Not found.*scan not found/, ANYWAY],
  "not_found of another address": [{ ...HTML, status: 404 }, /not the service.*base URL/, CONNECT],
  rate_limited: [refusal(429, "slow down", { "Retry-After": "150" }), /asks to wait.*wants 2 min 30 s.*try again after \d\d:\d\d:\d\d/, RETRY],
  "rate_limited for days": [refusal(503, "closed", { "Retry-After": "259200" }), /asks to wait.*wants 3 d.*try again after \d+ \w+ \d{4}, .* UTC/, RETRY],
  rejected: [refusal(422, "no such id"), /rejected the request.*will not help.*no such id/, ANYWAY],
  "rejected at that moment": [refusal(408, "too slow"), /did not carry out the request.*may be able to now.*too slow/, RETRY],
  "rejected with the status of a success": [json({ error: "failed to retrieve the scan" }), /did not carry out the request.*may be able to now/, RETRY],
  server_error: [refusal(500, "internal"), /The service failed.*answered 500, 3 times.*Try again later/, RETRY],
  unexpected_status: [refusal(206, "half"), /Unexpected answer.*Status 206/, RETRY],
  redirect_blocked: [{ status: 302, headers: { Location: "https://elsewhere.example/" } }, /redirects elsewhere.*not followed/, CONNECT],
  network: [null, /did not answer.*No connection, or it broke off/, RETRY],
  decode: [json({ scan_id: 7 }), /not what the interface promises.*At \/scan_id.*hardly help/, ANYWAY],
  "decode of another scan's answer": [
    json({ scan_id: "another", status: "completed", findings: [] }),
    /answer belongs to another request.*mixed up two answers.*decode/,
    RETRY,
  ],
  "decode of a web page": [{ ...HTML, status: 200 }, /A web page came instead of the answer.*sign in to the network/, RETRY],
};

suite("a failure of each kind", (world) => {
  /** Opens the page, and then a scan whose answer is this one. */
  async function failing(answer, viewport) {
    const page = await openCleanScan(world, { viewport });
    await answerWith(page, RESULTS, answer);
    await chooseScan(page, "scan-nightly");
    await page.locator("[role=alert]").waitFor();
    return page;
  }

  for (const [name, [answer, text, button]] of Object.entries(KINDS)) {
    test(`${name} is said on wide and narrow screens, with its button`, LIMIT, async () => {
      for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
        const page = await failing(answer, viewport);
        const alert = page.locator("[role=alert]");
        const shown = oneLine(await alert.innerText());
        assert.match(shown, text);
        assert.match(shown, /The scan could not be opened\./);
        assert.ok(shown.includes(name.split(" ")[0]), "the kind, for whoever is asked for help");
        assert.deepEqual(await alert.getByRole("button").allInnerTexts(), [button]);
        assert.ok(await alert.getByRole("button").isVisible());
        const overflow = await tooWide(page);
        assert.ok(overflow <= 0, `${overflow} pixels wider than the screen`);
        // What the button does: another connection, or the same question once more, which goes well now.
        await mend(page);
        await alert.getByRole("button").click();
        await (button === CONNECT ? page.locator("dialog[open]").waitFor() : ready(page));
      }
    });
  }

  test("a token that lacks a permission gets a message about that operation", LIMIT, async () => {
    for (const [view, operation, text] of [
      ["history", HISTORY, /allowed to read the scans of this repository/],
      ["team", GET_TEAM, /allowed to read this organisation's teams/],
    ]) {
      const page = await world.newPage();
      await answerWith(page, operation, refusal(403, "insufficient scope"));
      await world.show(page, `?view=${view}`);
      assert.match(oneLine(await page.locator("[role=alert]").innerText()), text);
    }
  });

  test("the time to try again stays the same, however often the page is drawn", LIMIT, async () => {
    const page = await failing(KINDS.rate_limited[0], { width: 1440, height: 900 });
    const before = await page.locator("[role=alert]").innerText();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
    await page.context().setOffline(false);
    await page.locator(".offline").waitFor({ state: "detached" });
    assert.equal(await page.locator("[role=alert]").innerText(), before);
  });

  test("an answer that breaks off each time is distinguished from no answer", LIMIT, async () => {
    const page = await world.newPage();
    await sendResults(page, (controller, bytes) => {
      controller.enqueue(bytes.slice(0, bytes.length / 2));
      setTimeout(() => controller.error(new TypeError("network error")), 50);
    });
    await world.show(page, "?scan=scan-nightly");
    assert.match(oneLine(await page.locator("main [role=alert]").innerText()), /The answer broke off .*The connection ended before all of the answer had come.*status 200 · network/);
  });

  test("a service that is silent is given up, in words and with a button", LIMIT, async () => {
    const page = await world.newPage();
    await page.clock.install();
    await page.route(RESULTS, () => undefined);
    await world.show(page, "?scan=scan-nightly");
    await page.getByText("Waiting for the service to answer").waitFor();
    const failed = page.locator("main [role=alert]");
    const seen = new Set();
    for (let tries = 0; tries < 12 && (await failed.count()) === 0; tries += 1) {
      await page.clock.fastForward(16_000);
      await drawn(page);
      for (const text of await page.locator("[aria-busy] .progress span").allTextContents()) seen.add(text.split(";")[0]);
    }
    assert.ok(seen.has("The service took too long"), [...seen].join(" | "));
    assert.match(oneLine(await failed.innerText()), /The service took too long The scan could not be opened\. The request was given up.*timeout/);
    assert.deepEqual(await failed.getByRole("button").allInnerTexts(), ["Try again"]);
  });
});
