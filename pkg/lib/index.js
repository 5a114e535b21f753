/** Everything that does not depend on the runtime. The entry files add where the module comes from. */

export { isScanfoldError, ScanfoldError } from "./error.js";
export { compareVersions, epssOf, isExploitable, isFixable, safeUrl, severityOf } from "./findings.js";
export { groupHistory, instantOf, latestBy, sortHistory, summarizeHistory } from "./history.js";
export { assessRemoval, diffRoster, diffTeams, mergeTeams } from "./teams.js";
