//! The operations: their public names, where each is sent, with which token, and when it may be repeated.

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

    /// The token that it carries. Histories and requests of the caller's own carry what was `chosen`: `historyAuth`, `auth`.
    pub const fn auth(self, chosen: Auth) -> Auth {
        match self {
            Operation::ContainerScansGet => Auth::Token(Slot::Api),
            Operation::TeamsGet | Operation::TeamsRemoveMember => Auth::Token(Slot::Git),
            Operation::AgentScansHistory | Operation::Request => chosen,
        }
    }

    /// When it may be repeated. A request of the caller's own may be more often, if the caller says that it is idempotent.
    pub const fn repeat(self) -> Repeat {
        match self {
            Operation::ContainerScansGet | Operation::AgentScansHistory | Operation::TeamsGet => Repeat::Reads,
            Operation::TeamsRemoveMember | Operation::Request => Repeat::OnlyUntouched,
        }
    }

    /// Whether it is known to change what the service has: then its errors say whether the change happened, and one that has
    /// happened is reported even to a caller who has ended the call.
    pub const fn is_change(self) -> bool {
        match self {
            Operation::TeamsRemoveMember => true,
            Operation::ContainerScansGet | Operation::AgentScansHistory | Operation::TeamsGet | Operation::Request => {
                false
            }
        }
    }
}

/// After which failures a request may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// After any that may pass by itself.
    Reads,
    /// Only after a 429: the service has refused without doing anything.
    OnlyUntouched,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operation_has_its_token_and_only_what_changes_nothing_is_repeated() {
        let chosen = Auth::Token(Slot::Git);
        let policy = |operation: Operation| (operation.auth(chosen), operation.repeat(), operation.is_change());
        for (operation, expected) in [
            (Operation::ContainerScansGet, (Auth::Token(Slot::Api), Repeat::Reads, false)),
            (Operation::AgentScansHistory, (chosen, Repeat::Reads, false)),
            (Operation::TeamsGet, (Auth::Token(Slot::Git), Repeat::Reads, false)),
            (Operation::TeamsRemoveMember, (Auth::Token(Slot::Git), Repeat::OnlyUntouched, true)),
            (Operation::Request, (chosen, Repeat::OnlyUntouched, false)),
        ] {
            assert_eq!(policy(operation), expected, "{operation:?}");
        }
        assert_eq!(Operation::AgentScansHistory.auth(Auth::None), Auth::None);
        assert_eq!(Operation::TeamsGet.auth(Auth::None), Auth::Token(Slot::Git));
    }
}
