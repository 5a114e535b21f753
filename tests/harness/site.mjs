/**
 * A static file server on loopback, for what a browser loads in a test: the package, the built page, a test's own HTML.
 *
 * It sends the headers a careful host would send, the Content-Security-Policy among them, because what works without
 * them proves little. It serves listed folders and texts only, and never leaves them.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** The policy that the page asks for (`www/README.md`), with the service's origin as the one other place to connect to. */
export const policy = (serviceOrigin = "") =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${serviceOrigin}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html",
  ].join("; ");

/** The same without Trusted Types, which forbid starting a worker by a plain address. */
export const policyForWorkers = (serviceOrigin) => policy(serviceOrigin).replace(/; require-trusted-types-for.*$/, "");

/**
 * Serves `folders` (URL prefix → folder) and `texts` (URL path → text, with a type by its ending).
 * `headers()` is asked for each answer, so that a policy may name a service that starts later. `answer` may take a request over.
 */
export async function serveSite({ folders = {}, texts = {}, headers = () => ({}), answer: own = () => false }) {
  const server = createServer(async (request, response) => {
    if (own(request, response)) return;
    const answer = await find(decodeURIComponent(new URL(request.url, "http://site").pathname), folders, texts);
    const standard = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" };
    response.writeHead(answer ? 200 : 404, { ...standard, ...headers(), "Content-Type": answer?.type ?? "text/plain" });
    response.end(answer?.body ?? "not found");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, stop };
}

async function find(path, folders, texts) {
  const file = path.endsWith("/") ? `${path}index.html` : path;
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  if (Object.hasOwn(texts, file)) return { type, body: texts[file] };
  const prefix = Object.keys(folders).find((prefix) => file.startsWith(prefix));
  if (prefix === undefined) return null;
  const place = normalize(join(folders[prefix], file.slice(prefix.length)));
  if (!place.startsWith(normalize(folders[prefix] + sep))) return null;
  return readFile(place).then((body) => ({ type, body }), () => null);
}
