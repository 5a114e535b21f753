/**
 * What undoing a removal takes: the records that the service no longer has, and a step for everything else that went with them.
 * Steps are put into words, because the page has no operation that could do them.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Member, Team, TeamDiff } from "scanfold";
import { copyButton } from "../parts/copy.ts";
import { mono } from "../parts/mono.ts";
import { clip, counted, prose } from "../parts/text.ts";
import { instant } from "../state/instant.ts";
import { FIELD_WORD, MOST_LINES, shown } from "./diff.ts";
import { leading } from "./marks.ts";
import { hasLeadRole, nameOf, NO_LOGIN, roleOf } from "./words.ts";

export interface Gone {
  /** The entries of the person who was to be removed. */
  entries: Member[];
  before: Team;
  /** The team that the removal left, if that is known. */
  after?: Team;
  /** What else changed, if that is known. */
  collateral: TeamDiff | undefined;
  /** Their login, if it is not known that they are gone. */
  unsure?: string;
}

type Sides = Pick<Gone, "before" | "after">;

/** For use inside a sentence. */
const who = (login: string): TemplateResult => (login === "" ? html`${NO_LOGIN}` : mono(login, 120));

/** Whether a member who led no longer does, as far as is known. */
const hasLostLead = (member: Member, { before, after }: Sides): boolean => leading(before)(member) && (after === undefined || !leading(after)(member));

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** Their day in UTC; exactly as the record has it on hover, or if it cannot be read. */
function joined(text: string): TemplateResult {
  const ms = instant(text);
  const raw = clip(text, 60);
  return ms === null ? html`at <span class="mono">${raw}</span>` : html`on <time datetime=${new Date(ms).toISOString()} title=${raw}>${day.format(ms)}</time>`;
}

function addAgain(member: Member, sides: Sides): TemplateResult {
  const { before } = sides;
  const called = member.user_name ? ` (${prose(member.user_name, 80)})` : "";
  const also = !hasLeadRole(member) && hasLostLead(member, sides) ? ", and to the list of leads" : "";
  return html`Add ${who(member.user_login)}${called} to ${nameOf(before)} again with the role <b>${roleOf(member)}</b>${also}.
    ${member.joined_at ? html`They joined ${joined(member.joined_at)}; adding them again sets a new date.` : nothing}`;
}

/** A person without a display name before is to have none again. The login says whose it is: several people may share a name. */
function calledAgain({ before: was, after }: TeamDiff["members"]["renamed"][number], login: string): TemplateResult {
  if (was === "") return html`Remove the display name ${mono(after, 120)} from ${who(login)}.`;
  return html`Give ${who(login)} the display name ${mono(was, 120)} again.`;
}

const WORD: [keyof Pick<TeamDiff, "leads" | "repositories" | "tags">, string][] = [
  ["leads", "the list of leads"],
  ["repositories", "the repositories"],
  ["tags", "the tags"],
];

type Step = () => TemplateResult;

function others({ members, fields, renamedLogins, ...sets }: TeamDiff, sides: Sides): Step[] {
  return [
    ...members.removed.map((member) => () => addAgain(member, sides)),
    ...members.added.map(({ user_login }) => () => html`Remove ${who(user_login)}, who was added at the same time.`),
    ...members.roleChanged.map(({ member, from }) => () => html`Give ${who(member.user_login)} the role <b>${clip(from, 40)}</b> again.`),
    ...members.renamed.map((change, at) => () => calledAgain(change, renamedLogins[at] ?? "")),
    ...WORD.flatMap(([set, word]) => [
      ...sets[set].removed.map((text) => () => html`Put ${mono(text, 120)} back into ${word}.`),
      ...sets[set].added.map((text) => () => html`Take ${mono(text, 120)} out of ${word}.`),
    ]),
    ...fields.map(({ field, before: was }) => () => html`Set ${FIELD_WORD[field] ?? field} back to <b>${shown(field, was)}</b>.`),
  ];
}

/** What else changed. The package tells spellings of a login apart, and a person has all of them among their entries. */
function besides(entries: Member[], collateral: TeamDiff | undefined): TeamDiff | null {
  if (collateral === undefined || collateral.unchanged) return null;
  const own = new Set(entries.map(({ user_login }) => user_login));
  const { members } = collateral;
  return { ...collateral, members: { ...members, removed: members.removed.filter(({ user_login }) => !own.has(user_login)) } };
}

/** On the button, what it copies. */
function copying({ length }: Member[], unsure: string | undefined): string {
  const word = length > 1 ? "records" : "record";
  if (unsure !== undefined) return `Copy ${clip(unsure, 80)}'s ${word}`;
  return `Copy the removed ${length > 1 ? "members'" : "member's"} ${word}`;
}

export function undo({ entries, collateral, unsure, ...sides }: Gone, heading = "To undo this"): TemplateResult {
  const also = besides(entries, collateral);
  const steps = [...entries.map((member): Step => () => addAgain(member, sides)), ...(also === null ? [] : others(also, sides))];
  const [first, ...rest] = steps.slice(0, MOST_LINES).map((step) => step());
  const records = [...entries, ...(also?.members.removed ?? [])];
  const [only] = records;
  const text = JSON.stringify(records.length > 1 ? records : only, null, 2);
  const label = copying(records, unsure);
  return html`<h3>${heading}</h3>
    <div class="undo">
      ${rest.length === 0 ? html`<p>${first}</p>` : html`<ol>${[first, ...rest].map((step) => html`<li>${step}</li>`)}</ol>`}
      ${steps.length > MOST_LINES ? html`<p class="note">${counted(steps.length - MOST_LINES, "more step", "more steps")}, not shown.</p>` : nothing}
      <p class="note">This page only removes members: all else is done where the team is managed.</p>
      ${only === undefined ? nothing : copyButton(text, label, label)}
    </div>`;
}
