/**
 * What a page asks of a scan and of a client, asked of the package and of a worker alike. `lib` is either; whatever a question
 * comes to, its answer or its failure, is plain data that can be compared.
 */

const finding = (uid, severity, more) => ({
  uid,
  severity,
  image: "registry.example.com/web:1",
  kind: "debian",
  target: "web:1 (debian 12)",
  id: `CVE-2024-${1000 + (uid.length % 3)}`,
  package: "openssl",
  installed_version: "3.0.1-1",
  ...more,
});

export const BEFORE = [
  finding("a", "high", { fixed_version: "3.0.2-1", epss_details: { epss: 0.4 } }),
  finding("bb", "low", { package: "@scope/name", kind: "npm", installed_version: "1.0.0", fixed_version: "1.0.1, 2.0.0" }),
  finding("ccc", "Grave", { title: "ünïcödé 😀 \"quoted\"", public_exploit: { known: true } }),
];
export const AFTER = [{ ...BEFORE[0], severity: "critical" }, finding("dddd", "medium"), BEFORE[2]];

export const result = (findings) => ({
  scan_id: "scan-1",
  status: "completed",
  created_at: "2024-05-01T10:00:00Z",
  completed_at: "2024-05-01T10:05:00Z",
  repositories: [{ name: "web" }],
  findings,
});

/** An object that throws whatever is read from it. */
const unreadable = () =>
  new Proxy({}, new Proxy({}, { get: () => () => { throw new RangeError("of the caller"); } }));

const bytes = (value) => new TextEncoder().encode(JSON.stringify(value));

/** Each kind of source, of the same scan. */
const sources = {
  bytes: () => bytes(result(BEFORE)),
  buffer: () => bytes(result(BEFORE)).buffer,
  "part of a buffer": () => new Uint8Array([0, ...bytes(result(BEFORE)), 0]).subarray(1, -1),
  text: () => JSON.stringify(result(BEFORE)),
  blob: () => new Blob([bytes(result(BEFORE))]),
  stream: () => new Blob([bytes(result(BEFORE))]).stream(),
  "a stream of single bytes": () => {
    const all = bytes(result(BEFORE));
    let at = 0;
    return new ReadableStream({ pull: (controller) => (at < all.length ? controller.enqueue(all.subarray(at, (at += 1))) : controller.close()) });
  },
  response: () => new Response(bytes(result(BEFORE)), { headers: { "Content-Type": "application/json" } }),
  "a response made of text": () => new Response(JSON.stringify(result(BEFORE))),
  // What it says is nothing that can be sent.
  "a response that somebody wrote": () => {
    const get = (name) => (name === "Content-Type" ? "application/json" : () => {});
    const { body } = new Response(bytes(result(BEFORE)));
    return { status: 200, ok: true, type: () => {}, url: "", headers: { get }, body, arrayBuffer() {} };
  },
  "fetched response": () => fetch("/scan.json"),
  "fetched text": () => fetch("/plain", { method: "POST", body: "{}" }),
  data: () => result(BEFORE),
  findings: () => BEFORE,
};

/** What is asked of a scan that came from `sources`, each in its own turn. */
const ofScan = {
  facts: ({ scanId, status, createdAt, completedAt, complete, findingCount }) => ({ scanId, status, createdAt, completedAt, complete, findingCount }),
  rollup: (scan) => scan.rollup({ by: ["severity", "package"], where: { fixable: true } }),
  facets: (scan) => scan.facets({ text: "openssl" }, { minEpss: [0.1, 0.5] }),
  findings: (scan) => scan.findings({ sort: [{ by: "id", descending: true }], limit: 2 }),
  "one finding": (scan) => scan.finding("bb"),
  "a finding that is not there": (scan) => scan.finding("zz"),
  "a place": (scan) => scan.position("bb", { sort: [{ by: "id", descending: true }], where: { kind: ["npm"] } }),
  "a place of nothing": (scan) => scan.position("bb", { where: { fixable: false } }),
  "a place of no uid": (scan) => scan.position(7, { sort: 7 }),
  remediation: (scan) => scan.remediation(),
  "one upgrade": (scan) => scan.remediation({}, { limit: 1 }),
  diff: (scan, before) => scan.diff(before, { ignoreImage: true }),
  "the worst of a diff": (scan, before) => scan.diff(before, { where: { fixable: true }, sort: [], limit: 2 }),
  "a dimension that is none": (scan) => scan.rollup({ by: "colour" }),
  "an option that is none": (scan) => scan.findings({ wher: {} }),
  "a uid that is no text": (scan) => scan.finding(7),
  "a uid that is an address": (scan) => scan.finding(new URL("https://a.example/b")),
  "a symbol that is a body": (scan) => scan.rollup({ body: Symbol("a") }),
  "a diff with something else": (scan) => scan.diff({}),
  "a filter that is no literal": (scan) => scan.findings({ where: new (class { fixable = true; })() }),
  "a filter with a function in it": (scan) => scan.findings({ where: { image: [() => "a"] } }),
  "a filter without an end": (scan) => {
    const where = {};
    where.image = [where];
    return scan.rollup({ where });
  },
  "a filter with a getter deep in it": (scan) => scan.rollup({ where: { image: [{ a: { b: { c: { get d() { throw new RangeError("of the caller"); } } } } }] } }),
  "a limit that cannot be read": (scan) => scan.findings({ limit: unreadable(), sort: [{ by: "id" }] }),
  "a filter with a part that cannot be read": (scan) => scan.findings({ where: { image: unreadable() } }),
  "a filter with a getter in it": (scan) => scan.rollup({ where: { get fixable() { return true; } } }),
};

/** Streams, signals and functions of the caller that fail, and what is no source. */
const badSources = {
  "no source": () => [7],
  "a source that cannot be read": () => [unreadable()],
  "broken text": () => ["[1,"],
  "a page": () => [new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } })],
  "a failed answer": () => [new Response('{"error":"no such scan"}', { status: 404, headers: { "Content-Type": "application/json", "X-Request-Id": "r-1" } })],
  "an answer that says when to come again": () => [new Response('{"error":"slow down"}', { status: 429, headers: { "Content-Type": "application/json", "Retry-After": "7" } })],
  "an answer that says until when": () => {
    const times = { "Retry-After": "Thu, 14 Mar 2024 06:00:20 GMT", "Date": "Thu, 14 Mar 2024 06:00:00 GMT" };
    return [new Response('{"error":"busy"}', { status: 503, headers: { "Content-Type": "application/json", ...times } })];
  },
  "a fetched answer that breaks off": async () => [await fetch("/cut", { method: "POST", body: "{}" })],
  "a response without a body": () => [new Response(null, { headers: { "Content-Type": "application/json" } })],
  "a response whose body is not shown": () => [Object.defineProperty(new Response("{}"), "body", { value: undefined })],
  "a stream that breaks": () => [new ReadableStream({ pull: () => Promise.reject(new RangeError("it broke")) })],
  "a stream that is too long": () => [new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(9).fill(32)) }), { maxBytes: 100 }],
  "a stream of texts": () => [new ReadableStream({ pull: (controller) => controller.enqueue("[]") })],
  "a stream that somebody reads": () => {
    const stream = new ReadableStream();
    stream.getReader();
    return [stream];
  },
  "bad data late": () => [[...Array(3_000).fill(BEFORE[0]), { uid: "late", title: 1n }]],
  "a stream that fails with nothing": () => [new ReadableStream({ pull: (controller) => controller.error() })],
  "a response whose head cannot be read": () => [
    { status: 200, body: null, arrayBuffer() {}, headers: { get: () => { throw new RangeError("of the caller"); } } },
  ],
  "too much": () => [sources.text(), { maxBytes: 10 }],
  "an option that is none": () => ["[]", { maxByte: 10 }],
  "a signal that is none": () => ["[]", { signal: 7 }],
  "a signal that is a symbol": () => ["[]", { signal: Symbol("a") }],
  "aborted before": () => ["[]", { signal: AbortSignal.abort("no need") }],
  "aborted meanwhile": () => [new ReadableStream(), { signal: AbortSignal.timeout(30) }],
  "a callback that throws": () => [
    "[]",
    {
      onProgress() {
        throw new RangeError("of the caller");
      },
    },
  ],
  "a callback that aborts, then throws": () => {
    const leaving = new AbortController();
    const onProgress = () => {
      leaving.abort("no need");
      throw new RangeError("of the caller");
    };
    return ["[]", { signal: leaving.signal, onProgress }];
  },
  "a callback that throws over a bad argument": () => [
    "[]",
    {
      onProgress() {
        throw new RangeError("of the caller", { cause: { name: "ScanfoldError", kind: "invalid_argument" } });
      },
    },
  ],
};

/** Responses, by how much of their length can be told before they are read. */
const announcing = {
  "a length": (headers) => {
    const body = bytes(result(BEFORE));
    return new Response(body, { headers: { "Content-Type": "application/json", "Content-Length": body.length, ...headers } });
  },
  "a length of what is packed": () => announcing["a length"]({ "Content-Encoding": "br" }),
  "a length of another origin": () => Object.defineProperty(announcing["a length"](), "type", { value: "cors" }),
};

/** Whether the length of a source was told when the last of it had been read. */
async function isTold(lib, source) {
  let last;
  await lib.openScan(source, { onProgress: ({ totalBytes }) => (last = totalBytes) });
  return last > 0;
}

const failureOf = (error) => ({
  failure: error?.toJSON?.() ?? String(error),
  cause: error?.cause === undefined ? null : String(error.cause),
});

const settled = async (step) => {
  try {
    return { answer: (await step()) ?? null };
  } catch (error) {
    return failureOf(error);
  }
};

/** Both kinds of scan. In a worker exports are only files, and computed members are methods. */
const exportsOf = async (scan) => {
  if (scan.toCsv) {
    const { repositories, diagnostics } = scan;
    return { csv: scan.toCsv(), markdown: scan.toMarkdown({ by: "kind" }), sarif: scan.toSarif(), json: scan.toJSON(), repositories, diagnostics };
  }
  const read = async (...asked) => (await scan.export(...asked)).text();
  const [repositories, diagnostics] = [await scan.repositories(), await scan.diagnostics()];
  const [sarif, json] = [JSON.parse(await read("sarif")), JSON.parse(await read("json"))];
  return { csv: await read("csv"), markdown: await read("markdown", { by: "kind" }), sarif, json, repositories, diagnostics };
};

export async function askScans(lib) {
  const answers = {};
  for (const [name, source] of Object.entries(sources)) {
    const given = await source();
    answers[name] = await settled(async () => exportsOf(await lib.openScan(given)));
    if (name.includes("stream")) answers[`locked afterwards: ${name}`] = given.locked;
  }
  const [before, after] = [await lib.openScan(BEFORE), await lib.openScan(result(AFTER))];
  for (const [name, question] of Object.entries(ofScan)) answers[name] = await settled(() => question(after, before));
  for (const [name, given] of Object.entries(badSources)) {
    const args = await given();
    answers[`source: ${name}`] = await settled(async () => (await lib.openScan(...args)).findingCount);
    if (name.startsWith("a stream")) answers[`locked afterwards: ${name}`] = args[0].locked;
  }
  for (const [name, response] of Object.entries(announcing)) answers[`announced: ${name}`] = await isTold(lib, response());
  before.dispose();
  answers["a diff with what was disposed of"] = await settled(() => after.diff(before));
  after.dispose();
  answers["disposed of"] = await settled(() => after.rollup());
  return answers;
}

const PARAMS = { platform: "github", org: "acme", scan_id: "scan-1" };
const TEAM = { platform: "github", org: "acme", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };

/** Of a service that answers as the test's server does. */
const ofClient = {
  get: (client) => client.containerScans.get(PARAMS),
  open: async (client) => (await client.containerScans.open(PARAMS)).findingCount,
  waitFor: async (client, name) => {
    const statuses = [];
    const scan = await client.containerScans.waitFor({ ...PARAMS, scan_id: `slow-${name}` }, { intervalMs: 1, maxIntervalMs: 1, onStatus: (status) => statuses.push(status) });
    return { count: scan.findingCount, statuses };
  },
  history: (client) => client.agentScans.history({ repo: "acme/web" }),
  team: (client) => client.teams.get(TEAM),
  removal: (client) => client.teams.removeMember({ ...TEAM, user_login: "ann" }),
  request: (client) => client.request("/echo", { auth: "none", body: { a: [1, "ü"] } }),
  "a method taken from its client": ({ request }) => request("/echo", { auth: "none", body: 1 }),
  "a body that says how it is written": (client) => client.request("/echo", { auth: "none", body: new (class { a = 1; toJSON() { return "J"; } })() }),
  "a body that JSON cannot hold": (client) => client.request("/echo", { auth: "none", body: 1n }),
  "a body that JSON cannot hold, and no token": (client) => client.request("/echo", { body: 1n }),
  "a body that is a function, and an option that is none": (client) => client.request("/echo", { auth: "none", retries: 2, body() {} }),
  "a body behind a getter": (client) => client.request("/echo", { auth: "none", get body() { return 1; } }),
  "an option that is none": (client) => client.agentScans.history({ repo: "acme/web" }, { retries: 2 }),
  "options that are none": (client) => client.agentScans.history({ repo: "acme/web" }, 7),
  "options that are null": (client) => client.agentScans.history({ repo: "acme/web" }, null),
  "options that are no literal": (client) => client.agentScans.history({ repo: "acme/web" }, new (class { maxRetries = 0; })()),
  "not found": (client) => client.containerScans.get({ ...PARAMS, scan_id: "missing" }),
  "a platform that is none": (client) => client.containerScans.get({ ...PARAMS, platform: "sourceforge" }),
  "a lost removal": (client) => client.teams.removeMember({ ...TEAM, user_login: "osprey" }),
  aborted: (client) => client.request("/never", { auth: "none", signal: AbortSignal.timeout(30) }),
};

const REMOVAL = "/api/metrics/developer/teams/members/remove";

/** How often the test's server was asked for a path so far. */
const timesAsked = async (path) => (await (await fetch("/counts", { method: "POST", body: "{}" })).json())[path] ?? 0;

export async function askClients(lib, name) {
  const answers = {};
  const events = [];
  const asked = [];
  const token = (which) => async (context) => {
    asked.push({ which, ...context });
    return `${which}-token`;
  };
  const options = { baseUrl: location.origin, apiToken: token("api"), gitToken: token("git"), maxRetries: 0 };
  const client = await lib.createClient({ ...options, onEvent: ({ durationMs, ...event }) => events.push(event) });
  for (const [what, question] of Object.entries(ofClient)) answers[what] = await settled(() => question(client, name));
  const failing = await lib.createClient({ ...options, apiToken: () => Promise.reject(new RangeError("signed out")) });
  answers["a token function that fails"] = await settled(() => failing.containerScans.get(PARAMS));
  const odd = await lib.createClient({ ...options, apiToken: () => () => "a token" });
  answers["a token that is none"] = await settled(() => odd.containerScans.get(PARAMS));
  const address = await lib.createClient({ ...options, apiToken: () => new URL("https://a.example/b") });
  answers["a token that is an address"] = await settled(() => address.containerScans.get(PARAMS));
  const silent = await lib.createClient({ ...options, apiToken: () => Promise.reject(undefined) });
  answers["a token function that fails with nothing"] = await settled(() => silent.containerScans.get(PARAMS));
  answers["a client with a signal"] = await settled(() => lib.createClient({ ...options, signal: AbortSignal.timeout(1e6) }));
  answers["a client of nothing"] = await settled(() => lib.createClient());
  answers["an address that is none"] = await settled(() => lib.createClient({ baseUrl: "gopher://a" }));
  const before = [await timesAsked(REMOVAL), await timesAsked("/never-again")];
  const pending = {
    "a removal, disposed of meanwhile": settled(() => client.teams.removeMember({ ...TEAM, user_login: "never" })),
    "a read, disposed of meanwhile": settled(() => client.request("/never-again", { auth: "none", body: {} })),
  };
  const isSent = async () => (await timesAsked(REMOVAL)) > before[0] && (await timesAsked("/never-again")) > before[1];
  while (!(await isSent())) await new Promise((resolve) => setTimeout(resolve, 10));
  client.dispose();
  for (const [what, outcome] of Object.entries(pending)) answers[what] = await outcome;
  const refused = {
    removal: () => client.teams.removeMember(TEAM),
    get: () => client.containerScans.get(PARAMS),
    "a call with a bad option": () => client.containerScans.get(PARAMS, { fetch }),
  };
  for (const [what, call] of Object.entries(refused)) {
    answers[`${what}, disposed of before`] = await settled(call);
  }
  return { answers, events, asked };
}

/** A removal that is left, and one whose client is disposed of, right after it was asked for; and a scan. How many were sent. */
export async function askAndLeave(lib) {
  const make = () => lib.createClient({ baseUrl: location.origin, apiToken: "t", gitToken: "t", maxRetries: 0 });
  const [client, other, third, scan] = [await make(), await make(), await make(), await lib.openScan([])];
  const before = await timesAsked(REMOVAL);
  const leaving = new AbortController();
  const pending = [client.teams.removeMember({ ...TEAM, user_login: "ann" }, { signal: leaving.signal }), other.teams.removeMember({ ...TEAM, user_login: "ann" })];
  leaving.abort("left");
  other.dispose();
  // Disposed of while the question is read.
  const disposing = { ownKeys: (target) => (third.dispose(), Reflect.ownKeys(target)) };
  pending.push(third.teams.removeMember(new Proxy({ ...TEAM, user_login: "ann" }, disposing)));
  // Left before it was asked for, and while the question is read.
  const early = new AbortController();
  pending.push(client.teams.removeMember({ ...TEAM, user_login: "ann" }, { signal: AbortSignal.abort("left") }));
  const aborting = { ownKeys: (target) => (early.abort("left"), Reflect.ownKeys(target)) };
  pending.push(client.teams.removeMember(new Proxy({ ...TEAM, user_login: "ann" }, aborting), { signal: early.signal }));
  const ends = (await Promise.allSettled(pending)).map(({ reason }) => (reason?.kind ? `${reason.kind} ${reason.outcome}` : reason));
  const rollup = (async () => scan.rollup())();
  scan.dispose();
  const asked = [(await rollup).findings, await settled(() => scan.rollup()).then(({ failure }) => failure.kind)];
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { ends, removals: (await timesAsked(REMOVAL)) - before, scan: asked };
}

/** Signals that somebody wrote. */
const signals = {
  heard: () => {
    const signal = { aborted: false, reason: "left", removeEventListener() {} };
    signal.addEventListener = (_, listener) => setTimeout(listener, 30);
    return signal;
  },
  early: () => ({ aborted: false, reason: "left", removeEventListener() {}, addEventListener: (_, listener) => listener() }),
  throwing: () => ({ aborted: false, addEventListener: () => { throw new RangeError("of the caller"); } }),
  "cannot be listened to": () => ({ aborted: false, addEventListener: 7 }),
  "says nothing": () => ({ addEventListener() {}, get aborted() { throw new RangeError("of the caller"); } }),
};

export async function askWithSignals(lib) {
  const client = await lib.createClient({ baseUrl: location.origin, apiToken: "t", maxRetries: 0 });
  const answers = {};
  for (const [name, signal] of Object.entries(signals)) {
    const say = (error) => (error?.kind ? { failure: error.kind, path: error.path } : error);
    answers[name] = await client.request("/never", { auth: "none", signal: signal() }).then(() => "answered", say);
  }
  return answers;
}
