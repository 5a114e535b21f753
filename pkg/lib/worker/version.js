/** The package's version, by which a page and its worker know that they speak alike: a worker's script may come from a cache. */

export const VERSION = "0.1.0";
