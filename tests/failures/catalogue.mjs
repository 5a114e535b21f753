/**
 * The failure catalogue: what its parts are about, its rows, and why some have no test.
 *
 * A row is known by its part's letter and its number, and says in `rows.mjs` what it is about.
 */

export { ROWS } from "./rows.mjs";

/** Letter → what the part is about. */
export const PARTS = {
  A: "HTTP status and framing",
  B: "body bytes, encoding, JSON syntax",
  C: "schema drift and semantics",
  D: "transport, CORS, browser environment",
  E: "time, abort, retry, concurrency",
  F: "WebAssembly runtime and life cycle",
  G: "caller input",
  I: "client-side logic",
  J: "reference service",
};

/** Rows without a test, each with the reason. */
export const WITHOUT_TEST = {
  D14: "a reset HTTP/2 stream needs a TLS server with a certificate that the client trusts; what a client sees of it is the network failure of b2",
  D18: "what a browser asks before a public page reaches a private address cannot be had on loopback; it is a matter of documentation",
};
