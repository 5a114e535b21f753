/** Hosts and addresses in words: whose they are, however long they are. */

/** The end of a long host, which says whose it is: anybody can put a known name before their own. */
export function endOf(host: string, length = 100): string {
  // Not to begin with the second half of a character.
  return host.length <= length ? host : `…${host.slice(1 - length).replace(/^[\udc00-\udfff]/, "")}`;
}

/** What a person reads for a self-hosted instance: where it leads, or the text as it is if that is no address. */
export const instanceOf = (host: string, length?: number): string =>
  endOf((URL.canParse(host) && new URL(host).host) || host, length);

/** What a person reads for the host of an address, or that it is this page's own; `null` if it is no address with a host. */
export function hostIn(base: string, length?: number): string | null {
  if (isOwnHost(base)) return `this page's host${base === "/" ? "" : base}`;
  const host = URL.canParse(base) && /^https?:/i.test(base) && new URL(base).host;
  return host ? endOf(host, length) : null;
}

/** Whether an address is a path of this page's own host. */
export const isOwnHost = (base: string): boolean => base.startsWith("/");

/** What a person reads for a service. */
export const hostOf = (base: string, length?: number): string => hostIn(base, length) ?? endOf(base, length);
