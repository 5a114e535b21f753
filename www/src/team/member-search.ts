/** The search of a team's members: whom it finds, and its field. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import type { Member, Team } from "scanfold";
import { full, LONGEST_SEARCH } from "../parts/search-limit.ts";
import { shortcut } from "../parts/shortcut.ts";
import { counted, number } from "../parts/text.ts";

export interface Searched {
  team: Team;
  /** What is searched for. */
  search: string;
  onSearch: (text: string) => void;
  /** Somebody is typing in the field. */
  isSearching: boolean;
  /** The field is left. */
  onSearchLeft: () => void;
}

/** So many people are seen at once; with more there is a search. */
const SEEN = 20;

/** By login and name. */
export function matching({ team, search }: Searched): Member[] {
  const term = search.trim().toLowerCase();
  const has = (text: string | undefined): boolean => (text ?? "").toLowerCase().includes(term);
  return term === "" ? team.members : team.members.filter(({ user_login, user_name }) => has(user_login) || has(user_name));
}

/** `found`: how many match. `button` stands beside the field. */
export function memberSearch({ team, search, onSearch, isSearching, onSearchLeft }: Searched, found: number, button: TemplateResult | typeof nothing): TemplateResult | typeof nothing {
  const { length } = team.members;
  // A search can always be cleared, even if members left meanwhile; and the field stays for whoever does so.
  if (length <= SEEN && search === "" && !isSearching) return nothing;
  return html`<p class="line">
    <input
      type="search"
      name="member"
      aria-label="Search members"
      aria-keyshortcuts=${shortcut("/")}
      aria-describedby="search-full"
      placeholder="Search login or name"
      autocomplete="off"
      spellcheck="false"
      autocapitalize="none"
      maxlength=${LONGEST_SEARCH}
      .value=${search}
      @input=${(event: Event) => onSearch((event.target as HTMLInputElement).value)}
      @blur=${onSearchLeft}
    />
    <span class="note" role="status">${found === length ? nothing : `${number(found)} of ${counted(length, "member")}`}</span>
    ${button}${full(search)}
  </p>`;
}
