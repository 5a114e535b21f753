/** Links of the page, read and written without a browser: what is not understood is ignored, everything else comes back as it was. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { below } from "../harness/places.mjs";
import { bundled } from "./bundled.mjs";

const { parse, serialise } = await bundled("www/src/state/url.ts");

/** What the page makes of a link. */
const again = (search) => serialise(parse(search));

/** Together, everything that can be set. */
const LINKS = [
  "?view=history&theme=dark&keys=off&base=https%3A%2F%2Fservice.example&platform=azure_devops&org=acme&cloud=gcp&host=https%3A%2F%2Fcode.example&scan=s",
  "?platform=gitlab&org=acme",
  "?platform=github&org=acme",
  "?platform=gitlab&host=https%3A%2F%2Fcode.example",
  "?scan=s&tab=changes&finding=f&before=b&images=ignored&change=becameFixable",
  "?scan=s&tab=changes&before=b&change=severityChanged&moved=rose",
  "?change=severityChanged&moved=fell",
  "?scan=s&tab=id&sort=-severity&sort=package&groups=-images&upgrades=clears",
  "?sev=critical&sev=low&image=a&image=b&kind=k&target=t&pkg=p&vuln=v&ver=1&fixable=no&exploit=yes&epss=0.07&q=+a",
  "?repo=acme%2Fweb&branch=b&prompt=p&commit=c&service=s&name=n&from=2024-02-29&until=2026-01-01&zone=-03%3A30&stale=14&list=groups&by=day&order=count&entry=e",
  "?view=team&team=t&member=+m",
];

test("a link of everything that can be set is the same link once it is read", () => {
  for (const link of LINKS) assert.equal(again(link), link);
});

test("every parameter of a link is in the page's guide", async () => {
  const [code, guide] = await Promise.all(["www/src/state/url.ts", "www/README.md"].map((file) => readFile(below(file), "utf8")));
  const told = new Set(guide.split("\n").filter((line) => line.startsWith("| `")).flatMap((line) => line.split("|")[1].match(/\w+/g)));
  const tried = new Set(LINKS.flatMap((link) => [...new URLSearchParams(link).keys()]));
  assert.deepEqual([...tried].sort(), [...told].sort());
  const read = [...code.matchAll(/\b(?:text|get|getAll|list|flag|put|name:) ?\(?"(\w+)"/g)].map(([, name]) => name);
  assert.ok(read.length > 40, String(read.length));
  assert.deepEqual(read.filter((name) => !told.has(name)), []);
});

test("a default is in no link", () => {
  const defaults = "?view=scan&theme=system&tab=findings&change=added&groups=-severity&upgrades=-severity&zone=%2B00:00&list=scans&by=branch&order=-time";
  assert.equal(again(defaults), "");
});

test("a word that the page does not know is ignored", () => {
  for (const link of [
    "?view=scans&theme=blue&keys=on&tab=Findings&change=gone&moved=up&images=yes&cloud=moon&groups=epss&upgrades=ids&stale=2&stale=14&list=all&by=week&order=-day",
    "?sev=severe&fixable=true&exploit=1&sort=colour&sort=-&sort=--id&from=2023-02-29&until=2024-1-1&zone=CET",
    "?sev=&sev=constructor&sort=__proto__&tab=toString",
  ])
    assert.equal(again(link), "", link);
  assert.equal(again("?org=acme&platform=svn"), "?platform=github&org=acme");
});

test("a bound of EPSS is greater than 0 and at most 1", () => {
  for (const [text, link] of [["0", ""], ["-0.1", ""], ["1.01", ""], ["90%", ""], ["Infinity", ""], ["1", "?epss=1"], ["0.5", "?epss=0.5"], [".50", "?epss=0.5"]])
    assert.equal(again(`?epss=${encodeURIComponent(text)}`), link, text);
});

test("a search for blanks is no search", () => {
  const { where } = parse("?q=%20%09").scan;
  assert.deepEqual(where, {});
});

test("a value that is named twice is one filter", () => {
  assert.equal(again("?sev=high&sev=high&image=a&image=b&image=a"), "?sev=high&image=a&image=b");
});
