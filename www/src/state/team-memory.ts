/**
 * What the team view learnt and was told, kept while the page is open: the view comes and goes with its tab, but a removal's
 * outcome, the record that undoes it and the states that were seen exist nowhere else. In memory only, because it names people.
 */
import type { Connection } from "./connection.ts";
import type { Removal } from "./removal.ts";
import type { Retry } from "./retry.ts";
import { TeamDesk, type TeamState } from "./team-desk.ts";
import type { Place } from "./url.ts";

/** A state of a team as JSON, as it stands in its field: of any team, since two are compared too. */
export interface GivenJson {
  draft: string;
  /** Whether the field is unfolded. */
  open: boolean;
  problem: string;
}

/** The desk that is shown, and what its view is told. */
interface Shown {
  desk: TeamDesk;
  /** Something that it may have drawn is different. */
  changed: () => void;
  /** The team is read again to see what became of a removal. */
  retrying: (retry: Retry) => void;
  /** A removal has ended that was sent before this view was on the page. */
  takeOver: (removal: Removal) => void;
}

/** A removal that ended while its team was not shown. */
export interface EndedRemoval {
  removal: Removal;
  place: Place;
  teamId: string;
  /** What the team was called before it. */
  team: string;
}

/** The service, and whose data on it. Not the cloud, which matters to scans alone. */
const serviceKey = ({ base, platform, org, host }: Place): string => JSON.stringify([base, platform, org, host]);

export class TeamMemory {
  /** Tells the shell that a team is called something else than before. */
  renamed: () => void = () => undefined;
  /** Tells the shell, which announces removals that ended elsewhere. */
  toldOf: (ended: EndedRemoval) => void = () => undefined;
  /** Oldest first, until their team is shown or a person puts them away. */
  ended: readonly EndedRemoval[] = [];
  json: GivenJson = { draft: "", open: false, problem: "" };
  #shown: Shown | null = null;
  readonly #desks = new Map<string, TeamDesk>();
  readonly #states = new Map<string, TeamState[]>();

  constructor(private readonly connection: Connection) {}

  /** What a team is called, if it was read. */
  nameOf(place: Place, teamId: string): string {
    return this.#desks.get(`${serviceKey(place)} ${teamId}`)?.known?.team.name ?? "";
  }

  desk(place: Place, teamId: string): TeamDesk {
    const key = `${serviceKey(place)} ${teamId}`;
    const desk = this.#desks.get(key) ?? this.#newDesk(place, teamId);
    this.#desks.set(key, desk);
    return desk;
  }

  #newDesk(place: Place, teamId: string): TeamDesk {
    const service = serviceKey(place);
    const states = this.#states.get(service) ?? [];
    this.#states.set(service, states);
    let name = "";
    const changed = (): void => {
      this.#shown?.changed();
      const before = name;
      name = desk.known?.team.name ?? before;
      if (name !== before) this.renamed();
    };
    const ended = (removal: Removal): void => {
      if (desk !== this.#shown?.desk) this.#end({ removal, place, teamId, team: removal.leaver.before.name });
    };
    const retrying = (retry: Retry): void => {
      if (desk === this.#shown?.desk) this.#shown.retrying(retry);
    };
    const desk = new TeamDesk(this.connection, { changed, ended, retrying }, states);
    return desk;
  }

  /** Removals that ended at this desk are seen now, and need no note elsewhere. */
  show(shown: Shown | null): void {
    this.#shown = shown;
    this.ended = this.ended.filter(({ removal }) => !shown?.desk.removals.all.includes(removal));
  }

  /** A removal from this desk has ended, and whoever sent it is gone. */
  handOver(desk: TeamDesk, removal: Removal): void {
    if (desk === this.#shown?.desk) this.#shown.takeOver(removal);
  }

  dismiss(ended: EndedRemoval): void {
    this.ended = this.ended.filter((one) => one !== ended);
  }

  /** Those of the service and organisation that the page is connected to: a link to the others would lead away from it. */
  endedAt(place: Place): readonly EndedRemoval[] {
    return this.ended.filter((ended) => serviceKey(ended.place) === serviceKey(place));
  }

  #end(ended: EndedRemoval): void {
    this.ended = [...this.ended, ended];
    this.toldOf(ended);
  }
}
