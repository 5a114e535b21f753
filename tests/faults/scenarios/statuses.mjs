/**
 * Statuses, redirects, `Retry-After`: answers that are complete and still no success.
 */
import { good, operation, team } from "./good.mjs";
import { HANG, head, json, scenario, whole } from "./steps.mjs";

const PAGE = "<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>";
const HTML = { "Content-Type": "text/html; charset=utf-8" };
const MIB = 1 << 20;
const JSON_TYPE = { "Content-Type": "application/json" };

const IN_WORDS = [400, 401, 403, 404, 405, 406, 408, 409, 410, 413, 415, 418, 422, 425, 429, 431, 451, 499, 500, 501, 502, 503, 504, 511];
const WITHOUT_WORDS = [201, 202, 203, 206, 226, 300, 600, 999];
const WITHOUT_BODY = [204, 205, 304];
const REDIRECTS = [301, 302, 303, 307, 308];

/** `Retry-After` in every form; the dates count from the answer's own `Date`. */
const DATE = "Sun, 06 Nov 1994 08:49:37 GMT";
const RETRY_AFTER = {
  "seconds": "7",
  "zero": "0",
  "two-minutes": "120",
  "three-days": "259200",
  "huge": "1" + "0".repeat(30),
  "imf": "Sun, 06 Nov 1994 08:50:07 GMT",
  "rfc850": "Sunday, 06-Nov-94 08:50:07 GMT",
  "asctime": "Sun Nov  6 08:50:07 1994",
  "past": "Sun, 06 Nov 1994 08:40:00 GMT",
  "negative": "-5",
  "fraction": "1.5",
  "list": "120, 240",
  "empty": "",
  "words": "soon",
  "iso": "1994-11-06T08:50:07Z",
};

const later = (request, header, status = 429) => json(request, status, { error: "slow down" }, { "Retry-After": header, Date: DATE });

/** A removal fails with this, while reading the team back shows `without` gone. */
const removal = (fail, without) =>
  scenario((request) => {
    if (operation(request.path) === "remove") return fail(request);
    return json(request, 200, { status: "success", team: team(request.json.team_id, without) });
  });

export const statuses = {
  ...Object.fromEntries(IN_WORDS.map((status) => [`status-${status}`, scenario((request) => json(request, status, { error: `said ${status}` }))])),
  ...Object.fromEntries(WITHOUT_WORDS.map((status) => [`status-${status}`, scenario((request) => json(request, status, good(request)))])),
  ...Object.fromEntries(WITHOUT_BODY.map((status) => [`status-${status}`, scenario((request) => [head(request, status, status === 205 ? { "Content-Length": 0 } : {})])])),
  ...Object.fromEntries(REDIRECTS.map((status) => [`redirect-${status}`, scenario((request) => whole(request, status, "", { Location: request.target.replace(`redirect-${status}`, "ok") }))])),
  // The other origin is named in the run: `to-<port>`.
  "redirect-away": scenario((request) =>
    whole(request, 307, "", { Location: `http://127.0.0.1:${/to-(\d+)/.exec(request.target)[1]}${request.target.replace("redirect-away", "ok")}` }),
  ),
  "early-hints": scenario((request) => ["HTTP/1.1 103 Early Hints\r\nLink: </x.css>; rel=preload\r\n\r\n", ...json(request, 200, good(request))]),
  "success-503": scenario((request) => json(request, 503, good(request))),
  "error-200": scenario((request) => json(request, 200, { error: "scan not found" })),
  "status-not-success": scenario((request) => json(request, 200, { status: "error", message: "nothing was done", team: team(request.json.team_id) })),
  "not-found": scenario((request) => json(request, 404, { error: "scan not found" }, { "X-Request-Id": "req-404" })),
  "html-404": scenario((request) => whole(request, 404, PAGE, HTML)),
  "plain-404": scenario((request) => whole(request, 404, "no route", { "Content-Type": "text/plain" })),
  // The ends of this one and of `big-error` never come: a peer that has not left is seen, however much it takes at once.
  "html-502": scenario((request) => [head(request, 502, { ...HTML, "Content-Length": 11 * MIB }), PAGE + " ".repeat(10 * MIB), HANG]),
  "html-200": scenario((request) => whole(request, 200, "<!doctype html><title>Welcome to the station</title>", HTML)),
  "big-error": scenario((request) => [head(request, 400, { ...JSON_TYPE, "Content-Length": 11 * MIB }), `{"error":"too long","padding":"${"x".repeat(10 * MIB)}`, HANG]),
  "plain-error": scenario((request) => whole(request, 400, "nope", { "Content-Type": "text/plain" })),
  "echo": scenario((request) => json(request, 400, { error: `bad token ${request.headers.authorization}\u001b[31m\n${request.body}` })),
  "cookie": scenario((request) => json(request, 200, good(request), { "Set-Cookie": "session=1; Path=/" })),
  "login": scenario((request) => json(request, 401, { error: "unauthorized" }, { "WWW-Authenticate": 'Basic realm="x"', "Set-Cookie": "session=1; Path=/" })),
  "no-reason": scenario((request) => [head(request, 200, { "Content-Type": "application/json" }, ""), JSON.stringify(good(request))]),
  "odd-reason": scenario((request) => [head(request, 200, { "Content-Type": "application/json" }, "tr\xe8s bien; <b>"), JSON.stringify(good(request))]),
  "flaky-once": scenario((request) => (request.nth === 1 ? json(request, 503, { error: "busy" }) : json(request, 200, good(request)))),
  "flaky-wait": scenario((request) => (request.nth === 1 ? json(request, 429, { error: "slow down" }, { "Retry-After": "1" }) : json(request, 200, good(request)))),
  "rotated": scenario((request) =>
    request.headers.authorization === "Bearer fresh" ? json(request, 200, good(request)) : json(request, 401, { error: "expired" }),
  ),
  "running-then-done": scenario((request) => json(request, 200, request.nth < 3 ? { ...good(request), status: "queued-elsewhere", findings: undefined } : good(request))),
  "running": scenario((request) => json(request, 200, { ...good(request), status: "scanning", findings: undefined })),
  "empty-429": scenario((request) => whole(request, 429, "")),
  ...Object.fromEntries(Object.entries(RETRY_AFTER).map(([name, header]) => [`retry-after-${name}`, scenario((request) => later(request, header))])),
  "retry-after-503": scenario((request) => later(request, "259200", 503)),
  "remove-500-gone": removal((request) => json(request, 500, { error: "internal" }), "heron"),
  "remove-500-there": removal((request) => json(request, 500, { error: "internal" }), undefined),
  "remove-503-there": removal((request) => json(request, 503, { error: "busy" }), undefined),
  "remove-204-gone": removal((request) => [head(request, 204)], "heron"),
  "remove-teamless-gone": removal((request) => json(request, 200, { status: "success", message: "ok" }), "heron"),
  "remove-nobody": removal((request) => json(request, 200, { status: "success", message: "ok", team: team(request.json.team_id) }), undefined),
};
