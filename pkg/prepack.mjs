/**
 * Run by npm before it packs: the guides and the licences are the repository's, and ship with the package. Packed once, the
 * package has them, and may be packed again from anywhere.
 *
 * Only what differs is written, and moved into place whole: somebody else may be packing too.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";

const here = (name) => new URL(name, import.meta.url);
const textOf = (file) => (existsSync(file) ? readFileSync(file, "utf8") : null);
const listed = (folder) => readdirSync(folder).filter((name) => name.endsWith(".md"));

if (!existsSync(here("../Cargo.toml"))) process.exit();
mkdirSync(here("docs"), { recursive: true });
const guides = listed(here("../docs"));
for (const name of listed(here("docs")).filter((name) => !guides.includes(name))) rmSync(here(`docs/${name}`), { force: true });
for (const name of ["LICENSE-APACHE", "LICENSE-MIT", ...guides.map((guide) => `docs/${guide}`)]) {
  const text = readFileSync(here(`../${name}`), "utf8");
  if (textOf(here(name)) === text) continue;
  const written = here(`${name}.${process.pid}`);
  writeFileSync(written, text);
  renameSync(written, here(name));
}
