//! Bodies that were damaged on their way: each gets the one status that its content deserves, and never a defect's.

use serde_json::{Value, json};

use crate::contract::{complaints, description};
use crate::world::*;

/// Why a body gets its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    /// It is no JSON.
    NotJson,
    /// It is JSON that the description does not allow: no object, or a field that is missing, misspelt or wrong.
    NotDescribed,
    /// It is a request, but not of anything that exists.
    OfNothing,
    /// The damage changed nothing that the answer depends on.
    Harmless,
}

impl Why {
    fn status(self) -> u16 {
        match self {
            Self::NotJson | Self::NotDescribed => 400,
            Self::OfNothing => 404,
            Self::Harmless => 200,
        }
    }
}

/// One operation, and how to judge a body for it without the service: by the parser of JSON and by `openapi.yaml`.
struct Judge {
    path: &'static str,
    good: Value,
    description: Value,
    /// Whether the member is still in the team.
    is_to_be_removed: bool,
}

impl Judge {
    fn new(path: &'static str, good: Value) -> Self {
        Self { path, good, description: description(), is_to_be_removed: true }
    }

    fn why(&mut self, bytes: &[u8]) -> Why {
        let Ok(body) = serde_json::from_slice::<Value>(bytes) else { return Why::NotJson };
        let operation = &self.description["paths"][self.path]["post"];
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        if !complaints(&self.description, schema, &body).is_empty() {
            return Why::NotDescribed;
        }
        // A history of nothing is empty.
        if self.path == HISTORY {
            return Why::Harmless;
        }
        if self.found_by(&body) != self.found_by(&self.good) {
            return Why::OfNothing;
        }
        let is_gone = self.path == REMOVE && !std::mem::take(&mut self.is_to_be_removed);
        if is_gone { Why::OfNothing } else { Why::Harmless }
    }

    /// What the operation finds its object by.
    fn found_by(&self, body: &Value) -> Vec<String> {
        let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        match self.path {
            RESULTS => {
                let cloud = body["cloud"].as_str().unwrap_or("aws").to_owned();
                vec![text("platform"), text("org"), text("scan_id"), cloud]
            }
            _ => vec![
                text("platform").replace("azuredevops", "azure_devops"),
                text("org"),
                text("team_id").to_lowercase(),
                text("user_login").to_lowercase(),
            ],
        }
    }
}

/// Numbers below a limit, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// Replaces, inserts, removes or cuts off in one to four places.
    fn damage(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        const BYTES: &[u8] = b"\x00\x1f\"\\{}[]:,0eE-+.ntfu/ \xc3\xa9\xff";
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            match self.below(4) {
                0 => bytes[at] = BYTES[self.below(BYTES.len())],
                1 => bytes.insert(at, BYTES[self.below(BYTES.len())]),
                2 => drop(bytes.drain(at..(at + 1 + self.below(20)).min(bytes.len()))),
                _ => bytes.truncate(at.max(1)),
            }
            if bytes.is_empty() {
                bytes.push(b' ');
            }
        }
        bytes
    }
}

/// Sends a body; panics unless the answer has the status of this reason.
async fn check(world: &World, token: &str, judge: &mut Judge, bytes: Vec<u8>) -> Why {
    let why = judge.why(&bytes);
    let what = format!("{} {why:?} {}", judge.path, String::from_utf8_lossy(&bytes));
    let reply = world.send(post(judge.path, token, bytes)).await;
    assert_eq!(reply.status, why.status(), "{what}");
    assert!(reply.status == 200 || reply.json()["error"].is_string(), "{what}");
    why
}

#[tokio::test]
async fn j7_each_body_damaged_by_chance_gets_the_status_that_it_deserves() {
    let mut chance = Chance(7);
    for (path, token, good) in successes() {
        let world = World::new();
        let mut judge = Judge::new(path, good.clone());
        let mut reasons = std::collections::BTreeMap::<Why, usize>::new();
        for _ in 0..500 {
            let bytes = chance.damage(good.to_string().into_bytes());
            *reasons.entry(check(&world, token, &mut judge, bytes).await).or_default() += 1;
        }
        for why in [Why::NotJson, Why::NotDescribed] {
            assert!(reasons.contains_key(&why), "{path}: no damage is {why:?}");
        }
    }
}

#[tokio::test]
async fn j7_each_kind_of_damage_gets_its_status_for_its_reason() {
    let good = fixture("team.request-minimal.json").to_string();
    let id = fixture("team.request-minimal.json")["team_id"].as_str().unwrap().to_owned();
    let world = World::new();
    let mut judge = Judge::new(TEAM, fixture("team.request-minimal.json"));
    for (from, to, why) in [
        ("", "", Why::Harmless),
        ("{", " \r\n\t{", Why::Harmless),
        ("github", "\\u0067ithub", Why::Harmless),
        (id.as_str(), &id.to_uppercase(), Why::Harmless),
        ("{", "{\"github_base_url\":null,", Why::Harmless),
        ("{", "{\"github_base_url\":\"http://h\",", Why::Harmless),
        ("github", "gitlab", Why::OfNothing),
        (ORG, "example-orh", Why::OfNothing),
        (ORG, "\\u0000", Why::NotDescribed),
        (ORG, "", Why::NotDescribed),
        ("github", "GitHub", Why::NotDescribed),
        ("org", "0rg", Why::NotDescribed),
        ("org", "o\\u0000rg", Why::NotDescribed),
        ("{", "{\"\":0,", Why::NotDescribed),
        (id.as_str(), &id[1..], Why::NotDescribed),
        ("{", "[{", Why::NotJson),
        ("{", "", Why::NotJson),
        ("}", "", Why::NotJson),
        ("}", "}}", Why::NotJson),
        ("}", ",}", Why::NotJson),
        (":", ";", Why::NotJson),
        ("github", "git\"hub", Why::NotJson),
        ("github", "git\u{0}hub", Why::NotJson),
        ("github", "git\\xhub", Why::NotJson),
        (ORG, "\\ud800", Why::NotJson),
    ] {
        let body = good.replacen(from, to, 1);
        assert_eq!(judge.why(body.as_bytes()), why, "{body}");
        check(&world, GIT, &mut judge, body.into_bytes()).await;
    }
    let not_utf8 = [&good.as_bytes()[..good.len() - 2], b"\xff\"}"].concat();
    assert_eq!(check(&world, GIT, &mut judge, not_utf8).await, Why::NotJson);
    assert_eq!(check(&world, GIT, &mut judge, b"[]".to_vec()).await, Why::NotDescribed);
}

#[tokio::test]
async fn j7_a_removal_that_comes_again_finds_nobody() {
    let world = World::new();
    let good = fixture("team-removal.request.json");
    let mut judge = Judge::new(REMOVE, good.clone());
    assert_eq!(check(&world, GIT, &mut judge, good.to_string().into_bytes()).await, Why::Harmless);
    assert_eq!(check(&world, GIT, &mut judge, good.to_string().into_bytes()).await, Why::OfNothing);
    let mut other = good;
    other["user_name"] = json!("");
    assert_eq!(check(&world, GIT, &mut judge, other.to_string().into_bytes()).await, Why::OfNothing);
}
