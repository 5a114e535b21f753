/**
 * The failure catalogue: how many rows each part has, and why some have no test.
 *
 * A row is known by its part's letter and its number. Its tests begin with that: `a7_redirect_is_not_followed`.
 */

/** Letter → what the part is about, and how many rows it has. */
export const PARTS = {
  A: ["HTTP status and framing", 24],
  B: ["body bytes, encoding, JSON syntax", 28],
  C: ["schema drift and semantics", 28],
  D: ["transport, CORS, browser environment", 22],
  E: ["time, abort, retry, concurrency", 20],
  F: ["WebAssembly runtime and life cycle", 24],
  G: ["caller input", 16],
  I: ["client-side logic", 16],
  J: ["reference service", 22],
};

/** Every row's ID, in order. */
export const ROWS = Object.entries(PARTS).flatMap(([letter, [, count]]) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`));

/** Rows without a test, each with the reason. */
export const WITHOUT_TEST = {
  D14: "a reset HTTP/2 stream needs a TLS server with a certificate that the client trusts; what a client sees of it is the network failure of b2",
  D18: "what a browser asks before a public page reaches a private address cannot be had on loopback; it is a matter of documentation",
};
