/** The words of the interface, worst first: written here, and not taken from the package that is tested. */
export const SEVERITIES = ["critical", "high", "medium", "low", "unknown"];
