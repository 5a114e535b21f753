/**
 * The findings and histories that the benchmark works on, the same on every machine and in every run.
 *
 * 13 members and about 480 bytes a finding; 200 images, 1,000 packages, 6,000 ids; one title in a hundred is not ASCII, three
 * hold characters that JSON escapes. Findings come image by image, as scanners write them, and in no order inside an image.
 * Each finding depends on its number alone, so a later scan of the same images differs where it is meant to and nowhere else.
 */

const IMAGES = 200;
const PACKAGES = 1000;
const IDS = 6000;

const KINDS = ["debian", "alpine", "npm", "gobinary", "jar", "python-pkg", "ubuntu", "redhat"];
const NOUNS = ["buffer", "parser", "session", "certificate", "header", "archive", "regular expression", "cookie", "socket", "template"];
const FAULTS = ["out-of-bounds read", "use after free", "denial of service", "information disclosure", "path traversal", "integer overflow"];
const NAMES = ["openssl", "zlib", "curl", "libxml", "glibc", "express", "lodash", "netty", "requests", "busybox"];
/** Shares of a hundred ids. */
const SEVERITIES = [["critical", 4], ["high", 22], ["medium", 44], ["low", 27], ["unknown", 3]];

/** How the strings of a finding repeat. */
const USUAL = "usual";
/** No string but the severity occurs twice. */
export const UNIQUE = "unique";
/** A package has up to forty versions, and fixes, by image: only every fortieth image shares one. */
export const BY_IMAGE = "by image";

/** A generator of whole numbers below a bound, from a seed. */
function chance(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

const severityAt = (share) => {
  let left = share;
  return SEVERITIES.find(([, part]) => (left -= part) < 0)[0];
};

const packages = Array.from({ length: PACKAGES }, (_, at) => {
  const pick = chance(at + 1);
  return { name: `${NAMES[at % NAMES.length]}-${(at * 7919).toString(36)}`, version: `${pick(9)}.${pick(30)}.${pick(60)}-${pick(9)}` };
});

const ids = Array.from({ length: IDS }, (_, at) => {
  const pick = chance(at + 50_000);
  const title = `${packages[at % PACKAGES].name}: ${FAULTS[pick(FAULTS.length)]} in the ${NOUNS[pick(NOUNS.length)]} of version ${pick(20)}.${pick(90)}`;
  const id = `CVE-${2012 + pick(13)}-${10_000 + at}`;
  return {
    id,
    title: at % 100 === 0 ? `${title} (für Gäste 日本)` : at % 100 < 4 ? `${title} via "C:\\temp"` : title,
    severity: severityAt(pick(100)),
    fixed: pick(10) < 6 ? `${pick(9)}.${pick(30)}.${60 + pick(60)}-${pick(9)}` : "",
    epss: { epss: pick(100_000) / 100_000, percentile: pick(1000) / 1000 },
    exploit: pick(100) < 4 ? { source: "exploit-db", reference: `EDB-${pick(60_000)}` } : {},
  };
});

function uuid(pick) {
  const part = (digits) => pick(16 ** digits).toString(16).padStart(digits, "0");
  return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${part(6)}${part(6)}`;
}

/** The finding with this number of the scan that has `count`. */
function finding(at, count) {
  const pick = chance(at * 2 + 1_000_003);
  const uid = uuid(pick);
  const image = Math.floor((at * IMAGES) / count);
  const chosen = pick(IDS);
  const known = ids[chosen];
  const { name, version } = packages[chosen % PACKAGES];
  const kind = KINDS[image % KINDS.length];
  return {
    uid,
    image: `registry.example.com/service-${String(image).padStart(3, "0")}:2025.3.${image % 28}`,
    kind,
    target: `layers/${String(image).padStart(3, "0")}/${["usr/lib/packages", "app/dependencies", "opt/runtime"][pick(3)]} (${kind})`,
    id: known.id,
    package: name,
    severity: known.severity,
    installed_version: version,
    fixed_version: known.fixed,
    title: known.title,
    primary_url: `https://avd.example.com/nvd/${known.id.toLowerCase()}`,
    epss_details: known.epss,
    public_exploit: known.exploit,
  };
}

/** The same with the finding's number in every string but the severity. */
function unlike(row, at) {
  const names = ["image", "kind", "target", "id", "package", "installed_version", "title", "primary_url"];
  for (const name of names) row[name] += `-${at}`;
  row.fixed_version = `1.${at}`;
  row.epss_details = { epss: at / 10_000_000, percentile: (at % 1000) / 1000 };
  row.public_exploit = { reference: `EDB-${at}` };
  return row;
}

/** The same with versions that depend on the image too. */
function inItsImage(row, at, count) {
  const which = Math.floor((at * IMAGES) / count) % 40;
  row.installed_version += `.${which}`;
  if (row.fixed_version !== "") row.fixed_version += `.${which}`;
  return row;
}

/** What a later scan has instead; `null` if the finding is gone. Shares are of a hundred. */
function later(row, at) {
  const fate = (at * 37) % 100;
  if (fate < 2) return null;
  if (fate < 4) return { ...row, uid: `${row.uid.slice(0, -12)}${String(at).padStart(12, "0")}`, id: `CVE-2031-${at}` };
  if (fate < 7) return { ...row, severity: row.severity === "high" ? "critical" : "high" };
  if (fate < 9 && row.fixed_version === "") return { ...row, fixed_version: "99.0.1" };
  return row;
}

function* rows(count, { strings = USUAL, again = false } = {}) {
  for (let at = 0; at < count; at += 1) {
    const row = finding(at, count);
    const made = strings === UNIQUE ? unlike(row, at) : strings === BY_IMAGE ? inItsImage(row, at, count) : again ? later(row, at) : row;
    if (made !== null) yield made;
  }
}

/** A whole answer of the service, as bytes. `again` makes the scan a while later. */
export function body(count, options) {
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(count * 520 + 4096);
  let length = 0;
  const put = (text) => {
    while (bytes.length - length < text.length * 3) {
      const wider = new Uint8Array(bytes.length * 1.25);
      wider.set(bytes);
      bytes = wider;
    }
    length += encoder.encodeInto(text, bytes.subarray(length)).written;
  };
  put(`{"scan_id":"bench-${count}","status":"completed","created_at":"2025-03-14T09:26:53Z","repositories":[],"findings":[`);
  let comma = "";
  for (const row of rows(count, options)) {
    put(comma + JSON.stringify(row));
    comma = ",";
  }
  put("]}");
  return bytes.subarray(0, length);
}

/** A body in the pieces that a network delivers. */
export function* chunks(bytes, size = 1 << 16) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** History entries with distinct instants in no order, all written alike, so that text order is time order too. */
export function history(count) {
  const pick = chance(7);
  const step = Math.floor((2 * 365 * 86_400_000) / count);
  return Array.from({ length: count }, (_, at) => {
    const place = (at * 61_803 + 17) % count;
    const timestamp = new Date(Date.UTC(2023, 0, 1) + place * step + pick(step)).toISOString();
    return { service: "github", repo_name: "acme/shop", branch: "main", commit_id: at.toString(16), scan_id: `scan-${at}`, prompt: "secrets", timestamp, num_files: at };
  });
}
