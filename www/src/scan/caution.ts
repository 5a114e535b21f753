/** Why the version of an upgrade needs a second look: it leaves the major version, or is not yet a release. */
import { html, nothing, type TemplateResult } from "lit";

/** Epoch and `v`, then the major version. */
const MAJOR = /^(\s*(?:\d+[:!])?v?)(\d+)/i;
/** Words for "not yet", as versions of every sort have them, and all that follows. */
const NOT_YET = /(?<![a-z])(?:alpha|beta|rc|dev|pre|preview|snapshot|canary|nightly)(?![a-z]).*$/i;

const WORDS = { major: "another major version", early: "a pre-release" };

export interface Caution {
  major: boolean;
  early: boolean;
}

export function cautionOf(from: string, to: string): Caution {
  const [was, is] = [MAJOR.exec(from)?.[2], MAJOR.exec(to)?.[2]];
  return { major: was !== undefined && is !== undefined && Number(was) !== Number(is), early: NOT_YET.test(to) };
}

/** What a caution says, to be heard or read in a tooltip. */
export const cautionWords = ({ major, early }: Caution): string =>
  [major ? WORDS.major : "", early ? WORDS.early : ""].filter((words) => words !== "").join(", ");

/** The version's text, with the parts marked that the caution is about. */
export function marked(version: string, caution: Caution): TemplateResult {
  const [, before = "", major = ""] = (caution.major && MAJOR.exec(version)) || [];
  const early = caution.early ? (NOT_YET.exec(version)?.index ?? version.length) : version.length;
  const at = before.length + major.length;
  const mark = (text: string) => (text === "" ? nothing : html`<span class="caution">${text}</span>`);
  return html`${before}${mark(major)}${version.slice(at, early)}${mark(version.slice(early))}`;
}
