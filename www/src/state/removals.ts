/**
 * The removals of a team's members, from the moment each is sent until a person puts its outcome away: a further removal replaces
 * neither the outcome nor the record that undoes it. One is sent at a time.
 */
import type { Connection } from "./connection.ts";
import { Removal, type Leaver, type RemovalTold } from "./removal.ts";

export class Removals {
  /** Newest first. */
  all: readonly Removal[] = [];
  #sent = 0;

  constructor(
    private readonly connection: Connection,
    private readonly told: RemovalTold,
  ) {}

  /** The login of the member who is being removed, until the service has answered; `null` if nobody is. */
  get leaving(): string | null {
    return this.all.find(({ phase }) => phase.kind === "sending")?.leaver.member.user_login ?? null;
  }

  /** Whether one of them waits for a time that is known. */
  get isCountingDown(): boolean {
    return this.all.some((removal) => removal.isCountingDown);
  }

  /** To be sent at once by whoever began it. */
  begin(leaver: Leaver): Removal {
    this.#sent += 1;
    const removal = new Removal(this.connection, this.told, leaver, this.#sent);
    this.#keep([removal, ...this.all]);
    return removal;
  }

  close(removal: Removal): void {
    removal.close();
    this.#keep(this.all.filter((one) => one !== removal));
  }

  /** A removal that was refused or stopped holds nothing that undoing would need. */
  closeRefused(): void {
    for (const removal of this.all.filter(({ phase }) => phase.kind === "refused" || phase.kind === "stopped")) this.close(removal);
  }

  #keep(all: readonly Removal[]): void {
    this.all = all;
    this.told.changed();
  }
}
