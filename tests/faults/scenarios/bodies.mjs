/**
 * Bodies that are cut, badly compressed, in another encoding, or no JSON.
 */
import { gzipSync } from "node:zlib";

import { good, scan } from "./good.mjs";
import { ABORT, begun, chunk, head, json, scenario, whole } from "./steps.mjs";

const GZIP = { "Content-Encoding": "gzip" };
const CHUNKED = { "Transfer-Encoding": "chunked" };

const text = (request) => JSON.stringify(good(request));
const half = (request) => text(request).slice(0, 60);
const raw = (body, headers) => scenario((request) => whole(request, 200, typeof body === "function" ? body(request) : body, headers));

/** 200 MiB of spaces in some 200 KB; made when it is first asked for. */
let bomb;
const makeBomb = () => (bomb ??= gzipSync(Buffer.alloc(200 << 20, " ")));

const corrupt = (bytes) => {
  const broken = Buffer.from(bytes);
  broken.fill(0x55, Math.floor(broken.length / 2), Math.floor(broken.length / 2) + 12);
  return broken;
};

/** Texts that are no JSON, or no UTF-8. */
const MALFORMED = {
  "xssi": (text) => `)]}'\n${text}`,
  "comment": (text) => `/* hello */${text}`,
  "single-quotes": () => "{'scans':[]}",
  "trailing-comma": () => '{"scans":[],}',
  "nan": () => '{"scans":[],"x":NaN}',
  "infinity": () => '{"scans":[],"x":-Infinity}',
  "leading-zero": () => '{"scans":[],"x":01}',
  "control": () => '{"scans":[],"x":"a\u0001b"}',
  "second": (text) => text + text,
  "trailing-nul": (text) => `${text}\0`,
  "trailing-word": (text) => `${text} ok`,
  "array": () => "[]",
  "number": () => "1",
  "null": () => "null",
  "string": () => '"scans"',
  "cut": (text) => text.slice(0, -1),
  "spaces": () => "   ",
};

export const bodies = {
  "ok": scenario((request) => json(request, 200, good(request))),
  "late": scenario((request) => [300, ...json(request, 200, good(request))]),
  "empty": raw(""),
  "short-length": scenario((request) => [begun(request, { "Content-Length": 5000 }), half(request)]),
  "chunked-cut": scenario((request) => [begun(request, { ...CHUNKED, Connection: "keep-alive" }), chunk(half(request))]),
  "chunked-cut-at-close": scenario((request) => [begun(request, CHUNKED), chunk(half(request))]),
  "reset-in-body": scenario((request) => [begun(request, { "Content-Length": 5000 }), half(request), 50, ABORT]),
  "gzip": raw((request) => gzipSync(text(request)), GZIP),
  "gzip-corrupt": raw(() => corrupt(gzipSync(JSON.stringify(scan("scan-1", Array(200).fill(0).map((_, n) => ({ uid: String(n * 7919) })))))), GZIP),
  "gzip-cut": scenario((request) => {
    const bytes = gzipSync(JSON.stringify({ ...good(request), padding: Array.from({ length: 4000 }, (_, n) => n * 7919) }));
    return [begun(request, GZIP), bytes.subarray(0, bytes.length - 600)];
  }),
  "gzip-not": raw(text, GZIP),
  "gzip-bomb": raw(makeBomb, GZIP),
  "unknown-encoding": raw(text, { "Content-Encoding": "x-rot13" }),
  "unknown-encoding-noise": raw(Buffer.from([0xff, 0xfe, 1, 2, 3]), { "Content-Encoding": "x-rot13" }),
  "bom": raw((request) => `\ufeff${text(request)}`),
  "two-boms": raw((request) => `\ufeff\ufeff${text(request)}`),
  "bad-utf8": raw(Buffer.concat([Buffer.from('{"scans":[],"x":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')])),
  "utf16": raw((request) => Buffer.from(text(request), "utf16le")),
  "utf16-label": raw(text, { "Content-Type": "application/json; charset=utf-16" }),
  "latin1-label": raw(text, { "Content-Type": "Application/JSON;Charset=ISO-8859-1" }),
  "no-type": scenario((request) => [head(request, 200, {}), text(request)]),
  "problem-type": raw(text, { "Content-Type": "application/problem+json" }),
  "text-type": raw(text, { "Content-Type": "text/plain" }),
  "byte-by-byte": scenario(function* (request) {
    yield begun(request, CHUNKED);
    for (const byte of Buffer.from(text(request))) yield chunk(String.fromCharCode(byte));
    yield "0\r\n\r\n";
  }),
  "deep": raw(`{"scans":[],"x":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`),
  ...Object.fromEntries(Object.entries(MALFORMED).map(([name, make]) => [`malformed-${name}`, raw((request) => make(text(request)))])),
};
