//! The demo teams: one in order, one large, one whose leads and roles disagree.

use crate::clock;
use crate::wire::{Member, Team};

const DAY: i64 = 86_400_000;

/// The three teams. Their times lie before `now`.
pub(super) fn all(org: &str, ids: [&str; 3], now: i64) -> [Team; 3] {
    let before = |days: i64| clock::text(now - days * DAY);
    let repositories = |names: &[&str]| names.iter().map(|name| format!("{org}/{name}")).collect();
    let [payments, platform, web] = ids.map(str::to_owned);
    [
        Team {
            id: payments,
            name: "Payments".to_owned(),
            description: Some("Card and bank payments, settlement, and the ledger behind them".to_owned()),
            color: Some("#0F766E".to_owned()),
            created_at: Some(before(430)),
            updated_at: Some(before(6)),
            created_by: Some("osprey".to_owned()),
            team_leads: owned(&["osprey"]),
            members: members(
                now,
                &[
                    ("osprey", "lead"),
                    ("heron", "member"),
                    ("kestrel@example.com", "member"),
                    ("Avocet", "member"),
                    ("dunlin", "member"),
                ],
            ),
            tags: owned(&["backend", "pci"]),
            parent_team_id: Some(platform.clone()),
            repositories: repositories(&["payments-api", "ledger", "settlement"]),
            is_active: true,
        },
        Team {
            id: platform,
            name: "Platform".to_owned(),
            description: Some("Build, deployment and the services everybody else stands on".to_owned()),
            color: Some("#4338CA".to_owned()),
            created_at: Some(before(900)),
            updated_at: Some(before(21)),
            created_by: Some("merlin".to_owned()),
            team_leads: owned(&["merlin", "gannet"]),
            members: members(
                now,
                &[
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
                ],
            ),
            tags: owned(&["infrastructure", "on-call"]),
            parent_team_id: None,
            repositories: repositories(&["infra", "scheduler", "mailer", "search", "ci-images"]),
            is_active: true,
        },
        Team {
            id: web,
            name: "Web".to_owned(),
            description: Some("Storefront, gateway and the admin pages".to_owned()),
            color: Some("#B45309".to_owned()),
            created_at: Some(before(610)),
            updated_at: Some(before(2)),
            created_by: Some("merlin".to_owned()),
            // `bittern` left and is still named as a lead; `fulmar` has the role and is not named.
            team_leads: owned(&["pipit", "bittern"]),
            members: members(
                now,
                &[("pipit", "member"), ("fulmar", "lead"), ("garganey", "member"), ("ruff", "member")],
            ),
            tags: owned(&["frontend"]),
            parent_team_id: None,
            repositories: repositories(&["storefront", "gateway", "admin"]),
            is_active: true,
        },
    ]
}

fn members(now: i64, logins: &[(&str, &str)]) -> Vec<Member> {
    let member = |(at, (login, role)): (i64, &(&str, &str))| Member {
        user_login: (*login).to_owned(),
        user_name: Some(display_name(login)),
        joined_at: Some(clock::text(now - (400 - 23 * at) * DAY)),
        role: (*role).to_owned(),
    };
    (0..).zip(logins).map(member).collect()
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
