/** Everything that does not depend on the runtime. The entry files add where the module comes from. */

export { isScanfoldError, ScanfoldError } from "./error.js";
export { compareVersions, isFixable, safeUrl } from "./findings.js";
export { groupHistory, latestBy, sortHistory, summarizeHistory } from "./history.js";
export { assessRemoval, diffRoster, diffTeams, mergeTeams } from "./teams.js";
