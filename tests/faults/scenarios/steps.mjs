/**
 * What a scenario is made of: heads with or without CORS headers, bodies, pauses (numbers) and ends.
 */

/** The connection is reset. */
export const ABORT = Symbol("abort");
/** The server ends its side in good order. */
export const FIN = Symbol("fin");
/** Nothing more comes, and the connection stays. */
export const HANG = Symbol("hang");

const STANDARD = { Connection: "close" };

/** Which CORS headers an answer carries. `open` is what a service should send; the others are its usual mistakes. */
const CORS = {
  open: () => ({ "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After, X-Request-Id, Date" }),
  unexposed: () => ({ "Access-Control-Allow-Origin": "*" }),
  none: () => ({}),
  successOnly: (status) => (status === 200 ? CORS.open() : {}),
  star: () => CORS.open(),
};

const PREFLIGHT = {
  none: "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
  star: "HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: *\r\nConnection: close\r\n\r\n",
};
const PREFLIGHT_OPEN =
  "HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST\r\nAccess-Control-Allow-Headers: authorization, content-type, accept, x-extra\r\nConnection: close\r\n\r\n";

/** The head of an answer. Without a length the body ends with the connection. */
export function head(request, status, headers = {}, reason = "Whatever") {
  const all = { ...STANDARD, ...CORS[request.cors](status), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}\r\n`));
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n`;
}

const JSON_TYPE = { "Content-Type": "application/json" };

/** A whole answer of bytes or text. */
export function whole(request, status, body, headers = {}) {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return [head(request, status, { ...JSON_TYPE, "Content-Length": bytes.length, ...headers }), bytes];
}

/** A whole answer of JSON. */
export const json = (request, status, value, headers) => whole(request, status, JSON.stringify(value), headers);

/** The head of a 200 of JSON that announces nothing. */
export const begun = (request, headers = {}) => head(request, 200, { ...JSON_TYPE, ...headers });

export const chunk = (text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** A scenario: preflights are answered as its CORS says, everything else by `steps`. */
export function scenario(steps, cors = "open", preflight = undefined) {
  return {
    cors,
    steps: (request) => (request.method === "OPTIONS" ? [preflight ?? PREFLIGHT[cors] ?? PREFLIGHT_OPEN] : steps(request)),
  };
}
