//! The operations: their public names, and where each is sent. Which token and how many repeats, its file in `web` says.

use crate::client::token::Slot;

/// An operation of the service, as errors and events name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Findings of a container scan.
    ContainerScansGet,
    /// Agent scans of a repository.
    AgentScansHistory,
    /// One team.
    TeamsGet,
    /// Removal of one member.
    TeamsRemoveMember,
    /// Any other operation, named by the caller.
    Request,
}

impl Operation {
    /// The public name.
    pub const fn name(self) -> &'static str {
        match self {
            Operation::ContainerScansGet => "containerScans.get",
            Operation::AgentScansHistory => "agentScans.history",
            Operation::TeamsGet => "teams.get",
            Operation::TeamsRemoveMember => "teams.removeMember",
            Operation::Request => "request",
        }
    }

    /// The path below the service's root; the caller's own for `request`.
    pub const fn path(self) -> &'static str {
        match self {
            Operation::ContainerScansGet => "/api/cloud/container-scanning/results",
            Operation::AgentScansHistory => "/api/agents/scan/history",
            Operation::TeamsGet => "/api/metrics/developer/teams/get",
            Operation::TeamsRemoveMember => "/api/metrics/developer/teams/members/remove",
            Operation::Request => "",
        }
    }
}

/// Which token a request carries, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auth {
    /// `Authorization: Bearer` with the token of this slot.
    Token(Slot),
    /// No `Authorization` header.
    None,
}

impl Auth {
    /// The words of `historyAuth` and of `request`'s `auth`.
    pub const WORDS: [&str; 3] = ["api", "git", "none"];

    /// Reads one of [`Auth::WORDS`].
    pub fn from_word(word: &str) -> Option<Auth> {
        match word {
            "api" => Some(Auth::Token(Slot::Api)),
            "git" => Some(Auth::Token(Slot::Git)),
            "none" => Some(Auth::None),
            _ => None,
        }
    }
}
