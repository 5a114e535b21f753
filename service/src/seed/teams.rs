//! The demo teams: one in order, one large, one whose leads and roles disagree.

use crate::clock;
use crate::wire::{Member, Team};

const DAY: i64 = 86_400_000;

/// The three teams. Their times lie before `now`.
pub(super) fn all(org: &str, ids: [&str; 3], now: i64) -> [Team; 3] {
    let demo = Demo { org, now };
    let [payments, platform, web] = ids;
    [demo.payments(payments, platform), demo.platform(platform), demo.web(web)]
}

/// Where the teams are, and when.
struct Demo<'a> {
    org: &'a str,
    now: i64,
}

impl Demo<'_> {
    /// The one in order.
    fn payments(&self, id: &str, parent: &str) -> Team {
        Team {
            id: id.to_owned(),
            name: "Payments".to_owned(),
            description: Some("Card and bank payments, settlement, and the ledger behind them".to_owned()),
            color: Some("#0F766E".to_owned()),
            created_at: Some(self.before(430)),
            updated_at: Some(self.before(6)),
            created_by: Some("osprey".to_owned()),
            team_leads: owned(&["osprey"]),
            members: self.members(&[
                ("osprey", "lead"),
                ("heron", "member"),
                ("kestrel@example.com", "member"),
                ("Avocet", "member"),
                ("dunlin", "member"),
            ]),
            tags: owned(&["backend", "pci"]),
            parent_team_id: Some(parent.to_owned()),
            repositories: self.repositories(&["payments-api", "ledger", "settlement"]),
            is_active: true,
        }
    }

    /// The large one.
    fn platform(&self, id: &str) -> Team {
        Team {
            id: id.to_owned(),
            name: "Platform".to_owned(),
            description: Some("Build, deployment and the services everybody else stands on".to_owned()),
            color: Some("#4338CA".to_owned()),
            created_at: Some(self.before(900)),
            updated_at: Some(self.before(21)),
            created_by: Some("merlin".to_owned()),
            team_leads: owned(&["merlin", "gannet"]),
            members: self.members(&[
                ("merlin", "lead"),
                ("gannet", "lead"),
                ("plover", "member"),
                ("curlew", "member"),
                ("siskin", "member"),
                ("wigeon", "member"),
                ("teal", "member"),
                ("smew", "member"),
                ("knot@example.com", "member"),
                ("linnet", "member"),
                ("redstart", "member"),
                ("whinchat", "member"),
            ]),
            tags: owned(&["infrastructure", "on-call"]),
            parent_team_id: None,
            repositories: self.repositories(&["infra", "scheduler", "mailer", "search", "ci-images"]),
            is_active: true,
        }
    }

    /// The one whose leads and roles disagree.
    fn web(&self, id: &str) -> Team {
        Team {
            id: id.to_owned(),
            name: "Web".to_owned(),
            description: Some("Storefront, gateway and the admin pages".to_owned()),
            color: Some("#B45309".to_owned()),
            created_at: Some(self.before(610)),
            updated_at: Some(self.before(2)),
            created_by: Some("merlin".to_owned()),
            // `bittern` left and is still named as a lead; `fulmar` has the role and is not named.
            team_leads: owned(&["pipit", "bittern"]),
            members: self.members(&[
                ("pipit", "member"),
                ("fulmar", "lead"),
                ("garganey", "member"),
                ("ruff", "member"),
            ]),
            tags: owned(&["frontend"]),
            parent_team_id: None,
            repositories: self.repositories(&["storefront", "gateway", "admin"]),
            is_active: true,
        }
    }

    fn before(&self, days: i64) -> String {
        clock::text(self.now - days * DAY)
    }

    fn repositories(&self, names: &[&str]) -> Vec<String> {
        names.iter().map(|name| format!("{}/{name}", self.org)).collect()
    }

    fn members(&self, logins: &[(&str, &str)]) -> Vec<Member> {
        let member = |(at, (login, role)): (i64, &(&str, &str))| Member {
            user_login: (*login).to_owned(),
            user_name: Some(display_name(login)),
            joined_at: Some(self.before(400 - 23 * at)),
            role: (*role).to_owned(),
        };
        (0..).zip(logins).map(member).collect()
    }
}

/// `Kestrel` of `kestrel@example.com`.
fn display_name(login: &str) -> String {
    let name = login.split('@').next().unwrap_or(login);
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn owned(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}
