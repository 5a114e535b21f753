/**
 * The connection and its framing: resets, silence, drips, nonsense where HTTP should be, and CORS as services get it wrong.
 */
import { good, operation, team } from "./good.mjs";
import { ABORT, FIN, HANG, begun, head, json, scenario } from "./steps.mjs";

const text = (request) => JSON.stringify(good(request));
const fixed = (request) => json(request, 200, good(request));
const JSON_TYPE = { "Content-Type": "application/json" };

export const framing = {
  "reset": scenario(() => [ABORT]),
  "closed": scenario(() => [FIN]),
  "silence": scenario(() => [HANG]),
  "hang-after-head": scenario((request) => [begun(request, { "Content-Length": 5000 }), HANG]),
  "hang-in-body": scenario((request) => [begun(request, { "Content-Length": 5000 }), text(request).slice(0, 40), HANG]),
  "hang-after-json": scenario((request) => [begun(request), text(request), HANG]),
  "error-hangs": scenario((request) => [head(request, 400, { ...JSON_TYPE, "Content-Length": 5000 }), '{"error":"ha', HANG]),
  "slow-drip": scenario(function* (request) {
    yield begun(request, { "Content-Length": 5000 });
    for (const letter of text(request)) yield* [letter, 1000];
  }),
  "shuffled": scenario((request) => [((request.nth * 37) % 11) * 15, ...fixed(request)]),
  "remove-reset-gone": scenario((request) => {
    if (operation(request.path) === "remove") return [ABORT];
    return json(request, 200, { status: "success", team: team(request.json.team_id, "heron") });
  }),
  "remove-hangs-there": scenario((request) => (operation(request.path) === "remove" ? [HANG] : fixed(request))),
  "two-lengths": scenario((request) => [head(request, 200, { ...JSON_TYPE, "Content-Length": ["10", "20"] }), text(request)]),
  "length-and-chunks": scenario((request) => [head(request, 200, { ...JSON_TYPE, "Content-Length": "10", "Transfer-Encoding": "chunked" }), "zz\r\n", text(request)]),
  "garbage": scenario(() => ["\x16\x03\x01 this is not HTTP at all\r\n\r\n"]),
  "bad-status-line": scenario(() => ["HTTP/1.1 abc What\r\n\r\n{}"]),
  // What cannot be read as HTTP repeats what was sent.
  "echo-status": scenario(({ headers }) => [`HTTP/1.1 ${headers.authorization}\r\n\r\n`]),
  "echo-line": scenario(({ headers }) => [`${headers.authorization}\r\n\r\n`]),
  "echo-lengths": scenario((request) => [head(request, 200, { ...JSON_TYPE, "Content-Length": ["10", "20"], "X-Echo": request.headers.authorization }), text(request)]),
  "echo-chunk": scenario((request) => [head(request, 200, { ...JSON_TYPE, "Transfer-Encoding": "chunked" }), `zz${request.headers.authorization}\r\n`, text(request)]),
  "header-flood": scenario((request) => [head(request, 200, { ...JSON_TYPE, "X-Flood": "x".repeat(600 * 1024) }), text(request)]),
  "many-headers": scenario((request) => [head(request, 200, { ...JSON_TYPE, "X-Many": Array(20_000).fill("x".repeat(50)) }), text(request)]),

  "cors-none": scenario(fixed, "none"),
  "cors-success-only": scenario((request) => (request.nth === 1 ? fixed(request) : json(request, 401, { error: "unauthorized" })), "successOnly"),
  "cors-star": scenario(fixed, "star"),
  "cors-preflight-403": scenario(fixed, "open", "HTTP/1.1 403 Forbidden\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
  "cors-preflight-405": scenario(fixed, "open", "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
  "cors-preflight-redirect": scenario(fixed, "open", "HTTP/1.1 302 Found\r\nLocation: /x/ok/\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
  "cors-unexposed": scenario((request) => json(request, 429, { error: "slow down" }, { "Retry-After": "7", "X-Request-Id": "req-1" }), "unexposed"),
};
