/**
 * The fonts that Chromium draws with in tests: DejaVu, from the registry, whatever the machine has. Its letters are wide: a text that
 * has room in it has room in most fonts of a desktop.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { scratchFolder } from "./scratch.mjs";

const folder = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");

/** The fonts that stand in for names that no font here has. Browsers ask for the names of kinds, and for a system's own. */
const FAMILIES = { "sans-serif": "DejaVu Sans", "system-ui": "DejaVu Sans", serif: "DejaVu Serif", monospace: "DejaVu Sans Mono", "ui-monospace": "DejaVu Sans Mono" };

const preferred = ([name, font]) => `<alias binding="same"><family>${name}</family><prefer><family>${font}</family></prefer></alias>`;

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** A fontconfig file that knows these fonts alone. */
function configured() {
  const scratch = scratchFolder();
  const cache = join(scratch, "cache");
  mkdirSync(cache);
  const file = join(scratch, "fonts.conf");
  const otherwise = '<match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>';
  const drawn = '<match target="font"><edit name="antialias"><bool>true</bool></edit><edit name="hintstyle"><const>hintslight</const></edit></match>';
  const parts = [`<dir>${escaped(folder)}</dir>`, `<cachedir>${escaped(cache)}</cachedir>`, ...Object.entries(FAMILIES).map(preferred), otherwise, drawn];
  writeFileSync(file, `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${parts.join("\n")}\n</fontconfig>\n`);
  return file;
}

/** The environment of a browser that draws with them. Other systems than those with fontconfig do not heed it. */
export const withFonts = () => ({ ...process.env, FONTCONFIG_FILE: configured() });
