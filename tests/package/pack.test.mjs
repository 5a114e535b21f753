/**
 * What `npm pack` would publish: one module, its glue, the entries, the types; and nothing that is not meant to ship.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

import { packed } from "../../xtask/src/size.mjs";
import { packInto } from "../harness/npm.mjs";
import { below } from "../harness/places.mjs";
import { scratchFolder } from "../harness/scratch.mjs";

const SHIPS = [
  /^package\.json$/,
  /^prepack\.mjs$/,
  /^README\.md$/,
  /^LICENSE-(MIT|APACHE)$/,
  /^THIRD-PARTY-NOTICES\.txt$/,
  /^docs\/[a-z]+\.md$/,
  /^(index|inline|worker|worker-thread)\.d\.ts$/,
  /^scanfold\.js$/,
  /^scanfold_bg\.wasm$/,
  /^(browser|node|workerd|wasm-url|inline|inline\.data|worker|worker-script|worker-thread)\.js$/,
  /^lib\/[a-z-]+(\/[a-z-]+)*\.js$/,
];

test("the package holds one module and only what is meant to ship", () => {
  const files = packed();
  assert.deepEqual(files.filter((file) => file.endsWith(".wasm")), ["scanfold_bg.wasm"]);
  assert.deepEqual(files.filter((file) => !SHIPS.some((pattern) => pattern.test(file))), []);
  for (const file of ["index.d.ts", "README.md", "scanfold.js"]) assert.ok(files.includes(file), `${file} ships`);
});

test("no text in the module is cut where that may panic", () => {
  // One such place, or one search for a text with the standard library, brings in what the message takes: 11 KB, 4 of them compressed.
  const module = readFileSync(below("pkg", "scanfold_bg.wasm"));
  assert.ok(!module.includes("is not a char boundary"), "cut with get or split_at_checked; look for characters or bytes");
});

test("every file that package.json names ships", () => {
  const manifest = JSON.parse(readFileSync(below("pkg", "package.json"), "utf8"));
  const named = JSON.stringify(manifest.exports).match(/\.\/[^"]+/g).filter((name) => /\.(js|ts|wasm|json)$/.test(name));
  const files = packed();
  assert.deepEqual(named.map((name) => name.slice(2)).filter((name) => !files.includes(name)), []);
  assert.equal(manifest.dependencies, undefined, "there is no runtime dependency");
});

test("the licences and the guides ship as the repository has them", () => {
  const own = ["LICENSE-APACHE", "LICENSE-MIT", ...readdirSync(below("docs")).map((name) => `docs/${name}`)];
  const files = packed();
  assert.ok(own.length > 6);
  assert.deepEqual(own.filter((name) => !files.includes(name)), []);
  for (const name of own) assert.equal(readFileSync(below("pkg", name), "utf8"), readFileSync(below(name), "utf8"), name);
});

test("the licences of the crates in the module ship", () => {
  assert.ok(packed().includes("THIRD-PARTY-NOTICES.txt"));
  const notices = readFileSync(below("pkg", "THIRD-PARTY-NOTICES.txt"), "utf8");
  const [list, ...texts] = notices.split(/^-{80}$/m);
  const named = [...list.matchAll(/^- ([a-z][\w-]* [\d.]+), https:/gm)].map(([, name]) => name);
  const manifest = readFileSync(below("Cargo.toml"), "utf8");
  const [, own] = manifest.split("\n[dependencies]\n");
  const [needed, tested] = own.split("\n[dev-dependencies]\n");
  const names = (text) => [...text.matchAll(/^([a-z][\w-]*)(?:\.workspace)? = |\.dependencies\.([\w-]+)\]$/gm)].map(([, one, two]) => one ?? two);
  const crates = names(needed).filter((name) => !name.startsWith("scanfold-") && name !== "version" && name !== "features");
  assert.ok(crates.includes("httpdate") && crates.includes("web-sys"), crates.join());
  const isNamed = (name) => named.some((one) => one.startsWith(`${name} `));
  assert.deepEqual(crates.filter((name) => !isNamed(name)), []);
  assert.deepEqual(names(tested.split("\n[")[0]).filter(isNamed), [], "what is only for tests is not in it");
  for (const name of named) {
    const own = texts.filter((text) => text.split("\n\n", 1)[0].split(/, |:|\n/).includes(name));
    assert.match(own.join(), /Permission is hereby granted, free of charge/, name);
  }
});

test("links in what ships lead to what ships", () => {
  const files = packed();
  const pages = files.filter((file) => file.endsWith(".md"));
  const broken = pages.flatMap((page) => {
    const links = [...readFileSync(below("pkg", page), "utf8").matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link);
    const places = links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => posix.join(posix.dirname(page), link));
    return places.filter((place) => !files.includes(place)).map((place) => `${page}: ${place}`);
  });
  assert.ok(pages.length > 6);
  assert.deepEqual(broken, []);
});

test("publint has nothing to say", async () => {
  const { messages, pkg } = await publint({ pkgDir: below("pkg"), strict: true });
  assert.deepEqual(messages.map((message) => formatMessage(message, pkg)), []);
});

/** The package has only ES modules, and the module's address has no types, since a bundler decides what it is. */
const BY_DESIGN = ({ kind, entrypoint }) => kind === "CJSResolvesToESM" || (kind === "NoResolution" && entrypoint === "./wasm");

test("no way of resolving them finds types that are missing or disagree with the files", async () => {
  const { tarball } = packInto(scratchFolder());
  const { types, problems } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  assert.equal(types.kind, "included");
  assert.deepEqual(problems.filter((problem) => !BY_DESIGN(problem)), []);
});
