/**
 * The connection: one client for one service. Tokens are private fields of this object and of the client, in memory only;
 * they are dropped when the service changes, so a link can never send them somewhere else. A service may use the git token at
 * the self-hosted instance that a request names, so an instance is named only after a person has accepted it.
 */
import { createClient, isScanfoldError, type Client, type ContainerResultsParams, type HostUrls, type TeamParams } from "scanfold";
import { MOST_RETRIES } from "./retry.ts";
import type { Place } from "./url.ts";

export interface Secrets {
  apiToken: string;
  gitToken: string;
}

export interface Personal {
  /** The login of the person at the page, for warnings about removing oneself. */
  self: string;
  historyAuth: "api" | "git" | "none";
}

const NO_SECRETS: Secrets = { apiToken: "", gitToken: "" };

/** What holds until a person says otherwise: sending the git token for agent history has to be chosen anew for each service. */
export const DEFAULT_PERSONAL: Personal = { self: "", historyAuth: "api" };

/** Decoded bytes that an answer may have: a million findings with all their texts fit, because only their columns are kept. */
const MOST_BYTES = 2 ** 30;

/** Stands for any team in a request that is never sent. */
const ANY_UUID = "00000000-0000-4000-8000-000000000000";
/** A connection may do without these, until something is asked that needs one. */
const OPTIONAL = ["apiToken", "gitToken"];

export type TokenKind = "api" | "git";

export class Connection {
  #secrets: Secrets = NO_SECRETS;
  #personal = DEFAULT_PERSONAL;
  #place: Place | null = null;
  #client: Promise<Client> | null = null;
  /** Instances that a person accepted, each for one service and platform. */
  readonly #accepted = new Set<string>();
  /** Counts connections: a view that sees a new number starts over. */
  generation = 0;

  get place(): Place | null {
    return this.#place;
  }

  get personal(): Personal {
    return this.#personal;
  }

  /** Whether the place names an instance that nobody at this page has accepted: until then nothing is sent. */
  get undecided(): boolean {
    return this.#place !== null && this.#place.host !== "" && !this.#accepted.has(instanceKey(this.#place));
  }

  /** The person at the page has seen the place's instance and wants the service to use it. */
  accept(place: Place): void {
    this.#accepted.add(instanceKey(place));
  }

  has(token: TokenKind): boolean {
    return (token === "api" ? this.#secrets.apiToken : this.#secrets.gitToken) !== "";
  }

  /**
   * Changes the place. A token that is not given, and what is personal, stay only if the service is the same. Says whether this is
   * another connection: if nothing differs, the client and what it has under way stay too.
   */
  connect(place: Place, given: Secrets = NO_SECRETS, personal?: Personal): boolean {
    const secrets = this.#secretsFor(place.base, given);
    const own = { ...(personal ?? this.personalFor(place.base)) };
    const isOther = keyOf(place, secrets, own) !== keyOf(this.#place, this.#secrets, this.#personal);
    [this.#place, this.#secrets, this.#personal] = [{ ...place }, secrets, own];
    if (isOther) this.#drop();
    return isOther;
  }

  #secretsFor(base: string, given: Secrets): Secrets {
    const { apiToken, gitToken } = this.isSame(base) ? this.#secrets : NO_SECRETS;
    return { apiToken: given.apiToken || apiToken, gitToken: given.gitToken || gitToken };
  }

  /** What was set for this service; the defaults if it is not the present one. */
  personalFor(base: string): Personal {
    return this.isSame(base) ? this.#personal : DEFAULT_PERSONAL;
  }

  forgetTokens(): void {
    this.#secrets = NO_SECRETS;
    this.#drop();
  }

  /** Whether this is the service that the tokens were given for. */
  isSame(base: string): boolean {
    return this.#place?.base === base;
  }

  /** What the package says against a connection, or `null`; nothing is sent. */
  async refusal(place: Place, given: Secrets): Promise<unknown> {
    const secrets = this.#secretsFor(place.base, given);
    let client: Client;
    try {
      client = await createClient({ baseUrl: place.base, ...tokensOf(secrets), fetch: () => Promise.reject(new Error("nothing is sent")), maxRetries: 0 });
    } catch (error) {
      return error;
    }
    // The client checks what names the organisation before it would send anything.
    const params = { platform: place.platform, org: place.org, ...hostUrl(place) };
    const asked = secrets.apiToken === "" ? client.teams.get({ ...params, team_id: ANY_UUID }) : client.containerScans.get({ ...params, scan_id: "-" });
    const error: unknown = await asked.catch((error: unknown) => error);
    client.dispose();
    return isScanfoldError(error, "invalid_argument") && !OPTIONAL.includes(error.path ?? "") ? error : null;
  }

  /** The client of this connection; made once, and again after a failure. */
  client(): Promise<Client> {
    if (this.undecided) return Promise.reject(new Error("the self-hosted URL has not been accepted"));
    return (this.#client ??= this.#make());
  }

  #make(): Promise<Client> {
    const made = createClient({
      baseUrl: this.#place?.base ?? "",
      ...tokensOf(this.#secrets),
      historyAuth: this.#personal.historyAuth,
      maxRetries: MOST_RETRIES,
      maxResponseBytes: MOST_BYTES,
    });
    made.catch(() => {
      // Only its own: another may have been made since.
      if (this.#client === made) this.#client = null;
    });
    return made;
  }

  scanParams(scanId: string): ContainerResultsParams {
    const place = this.#known();
    return {
      platform: place.platform,
      org: place.org,
      scan_id: scanId,
      ...(place.cloud === "" ? {} : { cloud: place.cloud }),
      ...hostUrl(place),
    };
  }

  teamParams(teamId: string): TeamParams {
    const place = this.#known();
    return { platform: place.platform, org: place.org, team_id: teamId, ...hostUrl(place) };
  }

  #known(): Place {
    if (this.#place === null) throw new Error("not connected");
    if (this.undecided) throw new Error("the self-hosted URL has not been accepted");
    return this.#place;
  }

  #drop(): void {
    void this.#client?.then(
      (client) => client.dispose(),
      () => undefined,
    );
    this.#client = null;
    this.generation += 1;
  }
}

/** All that a client or its requests depend on. The login is for the page alone. */
const keyOf = (place: Place | null, { apiToken, gitToken }: Secrets, { historyAuth }: Personal): string =>
  JSON.stringify([place?.base, place?.platform, place?.org, place?.cloud, place?.host, apiToken, gitToken, historyAuth]);

const tokensOf = ({ apiToken, gitToken }: Secrets): Partial<Secrets> => ({ ...(apiToken === "" ? {} : { apiToken }), ...(gitToken === "" ? {} : { gitToken }) });

const instanceKey = ({ base, platform, host }: Place): string => JSON.stringify([base, platform, host]);

function hostUrl(place: Place): HostUrls {
  return place.host === "" ? {} : { [`${place.platform}_base_url`]: place.host };
}
