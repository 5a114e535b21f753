/**
 * What errors say that a call meets outside of the module. After a lost response a removal may have happened.
 */

import { bare } from "./bare.js";

const SCANS = { operation: "containerScans.get" };

/** By the module's methods. */
export const ABOUT = {
  openScan: SCANS,
  waitForScan: SCANS,
  getHistory: { operation: "agentScans.history" },
  getTeam: { operation: "teams.get" },
  removeMember: {
    operation: "teams.removeMember",
    outcome: "unknown",
    hint: "read the team again before you repeat the removal: it may still take effect",
  },
  request: { operation: "request" },
};

/** The same where nothing was sent yet. */
export function unsent(about) {
  const { operation, outcome } = bare(about);
  return { operation, outcome: outcome && "not_sent" };
}
