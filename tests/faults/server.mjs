/**
 * A server that goes wrong on purpose: raw TCP on loopback, so that it can send what no HTTP library would.
 *
 * The path chooses: `/<run>/<scenario>/…`, where the run keeps the logs of tests apart. A scenario is a list of steps
 * (bytes, pauses, ends), written in `scenarios/`. Every request is logged as it arrived, and how its answer ended;
 * `GET /<run>/-/log` hands the log to pages. Nothing is ever kept alive: one connection, one exchange.
 */
import { createServer } from "node:net";

import { scenarios } from "./scenarios/index.mjs";
import { ABORT, FIN, HANG } from "./scenarios/steps.mjs";

const MAX_HEAD = 64 * 1024;
const TLS_HANDSHAKE = 0x16;
const PIECE = 64 * 1024;

/** Starts one. `requests(run)` is its log; `stop` ends every connection. */
export async function startFaults() {
  const log = [];
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    exchange(socket, log).catch(() => socket.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const requests = (run) => log.filter((entry) => run === undefined || entry.run === run);
  return { origin: `http://127.0.0.1:${server.address().port}`, requests, stop };
}

async function exchange(socket, log) {
  const request = await read(socket);
  if (request === null) return socket.destroy();
  const [, run, name, rest] = /^\/([^/]*)\/([^/]*)(\/.*)?$/.exec(request.target) ?? [];
  if (name === "-") return finish(socket, plainLog(log.filter((entry) => entry.run === run)));
  const scenario = scenarios[name];
  if (scenario === undefined) return finish(socket, Buffer.from("HTTP/1.1 501 No Such Scenario\r\nContent-Length: 0\r\n\r\n"));

  const { target, method, headers, body } = request;
  const before = log.filter((entry) => entry.run === run && entry.scenario === name && entry.method === method && entry.path === rest);
  const entry = { run, scenario: name, method, target, path: rest, headers, body, at: performance.now(), sent: 0, end: null };
  log.push(entry);
  // The answer's reader may leave at any time; this logs who ended the exchange.
  socket.on("close", () => {
    entry.end ??= "left";
    entry.endedAt = performance.now();
  });
  const context = { ...request, path: rest, nth: before.length + 1, json: json(body), cors: scenario.cors ?? "open" };
  await play(socket, scenario.steps(context), entry);
}

async function play(socket, steps, entry) {
  for await (const step of steps) {
    if (socket.destroyed) return;
    if (typeof step === "number") await new Promise((resolve) => setTimeout(resolve, step));
    else if (step === ABORT) return end(socket, entry, "aborted", () => socket.resetAndDestroy());
    else if (step === FIN) break;
    else if (step === HANG) return new Promise((resolve) => socket.once("close", resolve));
    else await write(socket, typeof step === "string" ? Buffer.from(step, "latin1") : step, entry);
  }
  end(socket, entry, "whole", () => socket.end());
}

function end(socket, entry, how, act) {
  if (!socket.destroyed) entry.end = how;
  act();
}

/** In pieces, so that the log says how much the peer took. */
async function write(socket, bytes, entry) {
  for (let at = 0; at < bytes.length && !socket.destroyed; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE);
    await new Promise((resolve) => {
      socket.once("close", resolve);
      socket.write(piece, (error) => {
        socket.off("close", resolve);
        if (!error) entry.sent += piece.length;
        resolve();
      });
    });
  }
}

function finish(socket, bytes) {
  socket.end(bytes);
}

function plainLog(entries) {
  const body = Buffer.from(JSON.stringify(entries));
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** One request, or `null` if the peer left before it was complete. */
async function read(socket) {
  let bytes = Buffer.alloc(0);
  let head = null;
  for await (const chunk of events(socket)) {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes[0] === TLS_HANDSHAKE) return null;
    head ??= parseHead(bytes);
    if (head === null && bytes.length > MAX_HEAD) return null;
    if (head === null) continue;
    const body = bytes.subarray(head.length);
    if (body.length >= Number(head.headers["content-length"] ?? 0)) return { ...head, body: body.toString("utf8") };
  }
  return null;
}

/** Chunks as they come; unlike the socket's own iterator this leaves the socket open when nobody asks for more. */
async function* events(socket) {
  const chunks = [];
  let wake = () => {};
  let open = true;
  const take = (chunk) => (chunks.push(chunk), wake());
  const close = () => ((open = false), wake());
  socket.on("data", take).once("end", close).once("close", close);
  try {
    while (true) {
      if (chunks.length > 0) yield chunks.shift();
      else if (!open) return;
      else await new Promise((resolve) => (wake = resolve));
    }
  } finally {
    socket.off("data", take);
    socket.resume(); // so that the peer's leaving is noticed
  }
}

function parseHead(bytes) {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first, ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const [method, target] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { method, target, headers, length: end + 4 };
}

function json(body) {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}
