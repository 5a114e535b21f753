//! Removals: one transaction each, whoever else is asking.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use scanfold_service::auth::digest;
use scanfold_service::limits::Limits;
use scanfold_service::store::teams;
use scanfold_service::wire::{Member, Team};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::world::*;

const ID: &str = "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01";

/// A team of `count` leads, `m0` and so on.
fn large_team(count: usize) -> Team {
    let logins: Vec<String> = (0..count).map(|at| format!("m{at}")).collect();
    let member =
        |login: &String| Member { user_login: login.clone(), user_name: None, joined_at: None, role: "lead".into() };
    let mut team: Team = serde_json::from_value(fixture("team.json")["team"].clone()).unwrap();
    team.members = logins.iter().map(member).collect();
    team.team_leads = logins;
    team
}

fn put(world: &World, team: &Team) {
    let mut database = world.database();
    let transaction = database.transaction().unwrap();
    teams::replace(&transaction, &team_key("github", team), team).unwrap();
    transaction.commit().unwrap();
}

async fn remove(world: &World, login: &str) -> Reply {
    let body = json!({ "platform": "github", "org": ORG, "team_id": ID, "user_login": login });
    world.post(REMOVE, GIT, &body).await
}

async fn get(world: &World) -> Value {
    world.post(TEAM, GIT, &fixture("team.request-minimal.json")).await.json()["team"].take()
}

fn logins(team: &Value) -> BTreeSet<String> {
    team["members"].as_array().unwrap().iter().map(|member| member["user_login"].as_str().unwrap().to_owned()).collect()
}

fn leads(team: &Value) -> BTreeSet<String> {
    team["team_leads"].as_array().unwrap().iter().map(|lead| lead.as_str().unwrap().to_owned()).collect()
}

fn audit_rows(world: &World) -> i64 {
    world.database().query_row("SELECT count(*) FROM audit", [], |row| row.get(0)).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn j1_fifty_removals_of_one_member_succeed_once() {
    let world = Arc::new(World::new());
    let mut tasks = JoinSet::new();
    for _ in 0..50 {
        let world = world.clone();
        tasks.spawn(async move { remove(&world, "heron").await });
    }
    let replies = tasks.join_all().await;
    let done: Vec<_> = replies.iter().filter(|reply| reply.status == 200).collect();
    assert_eq!(done.len(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.is_error(404, "member not found in team");
    }
    assert_eq!(get(&world).await["updated_at"], done[0].json()["team"]["updated_at"]);
    assert_eq!(audit_rows(&world), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn j2_each_of_many_removals_shows_a_state_that_existed() {
    let world = Arc::new(World::new());
    put(&world, &large_team(40));
    let mut tasks = JoinSet::new();
    for at in 0..40 {
        let world = world.clone();
        tasks.spawn(async move { remove(&world, &format!("m{at}")).await.json()["team"].take() });
    }
    let mut states: Vec<BTreeSet<String>> = tasks.join_all().await.iter().map(logins).collect();
    states.sort_by_key(BTreeSet::len);
    for (count, state) in states.iter().enumerate() {
        assert_eq!(state.len(), count, "each removal took exactly one");
    }
    assert!(states.windows(2).all(|pair| pair[0].is_subset(&pair[1])), "one history, not several");
    assert_eq!(audit_rows(&world), 40);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn j3_a_get_during_removals_sees_members_and_leads_agree() {
    let world = Arc::new(World::new());
    put(&world, &large_team(60));
    let (read, mut last) = tokio::sync::watch::channel(60);
    let reader = {
        let world = world.clone();
        tokio::spawn(async move {
            loop {
                let team = get(&world).await;
                assert_eq!(logins(&team), leads(&team), "half of a removal was seen");
                read.send(logins(&team).len()).unwrap();
                if logins(&team).is_empty() {
                    return;
                }
            }
        })
    };
    for at in 0..60 {
        // On a busy machine the reader would come when all is over.
        if at % 20 == 10 {
            last.wait_for(|members| *members <= 60 - at).await.unwrap();
        }
        assert_eq!(remove(&world, &format!("m{at}")).await.status, 200);
    }
    reader.await.unwrap();
}

#[tokio::test]
async fn j15_updated_at_grows_even_where_the_clock_was_set_back() {
    let world = World::new();
    put(&world, &large_team(5));
    let mut last = scanfold_service::clock::micros_of("2026-03-01T08:15:30.125Z").unwrap();
    for (at, now) in [NOW, NOW, NOW - 86_400_000, 0, NOW + 5].into_iter().enumerate() {
        world.clock.store(now, Ordering::SeqCst);
        let team = remove(&world, &format!("m{at}")).await.json()["team"].take();
        let updated = scanfold_service::clock::micros_of(team["updated_at"].as_str().unwrap()).unwrap();
        assert!(updated > last, "removal {at}");
        last = updated;
    }
    assert_eq!(last, (NOW + 5) * 1000);
}

#[tokio::test]
async fn updated_at_grows_up_to_the_last_time_that_an_import_accepts() {
    let world = World::new();
    let mut team = large_team(2);
    team.updated_at = Some("9999-12-30T22:00:00.998Z".to_owned());
    put(&world, &team);
    for login in ["m0", "m1"] {
        let team = remove(&world, login).await.json()["team"].take();
        assert_eq!(team["updated_at"], "9999-12-30T22:00:00.999Z", "{login}");
    }
}

#[tokio::test]
async fn the_row_of_a_removal_says_who_removed_whom_from_what_and_when() {
    let world = World::new();
    assert_eq!(remove(&world, "Heron").await.status, 200);
    let sql = "SELECT at, platform, org, team_id, action, user_login, actor FROM audit";
    let row = world.database().query_row(sql, [], |row| {
        let texts = (1..6).map(|column| row.get(column)).collect::<rusqlite::Result<Vec<String>>>()?;
        Ok((row.get::<_, i64>(0)?, texts, row.get::<_, Vec<u8>>(6)?))
    });
    let texts = ["github", ORG, ID, "member_removed", "Heron"].map(str::to_owned).to_vec();
    assert_eq!(row.unwrap(), (NOW, texts, digest(GIT).to_vec()));
}

#[tokio::test]
async fn j21_the_last_lead_and_the_only_member_may_go() {
    let world = World::new();
    put(&world, &large_team(1));
    let team = remove(&world, "m0").await.json()["team"].take();
    assert_eq!((&team["members"], &team["team_leads"]), (&json!([]), &json!([])));
    assert_eq!(get(&world).await, team);
}

#[tokio::test]
async fn j22_a_lead_is_removed_from_members_and_leads_at_once() {
    let world = World::new();
    let team = remove(&world, "osprey").await.json()["team"].take();
    assert!(!logins(&team).contains("osprey") && leads(&team).is_empty());
    assert_eq!(audit_rows(&world), 1);
}

#[tokio::test]
async fn a_removal_that_outlasts_its_answer_is_done_and_nobody_is_told_to_repeat_it() {
    let world = World::with(Limits { answer_time: Duration::from_millis(500), ..Limits::default() });
    let other = world.database();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let reply = remove(&world, "heron").await;
    reply.is_error(503, "the answer took too long; what was asked may still be done");
    assert_eq!(reply.header("retry-after"), None);
    other.execute_batch("ROLLBACK").unwrap();
    let began = Instant::now();
    while audit_rows(&world) == 0 {
        assert!(began.elapsed() < Duration::from_secs(10), "the removal was given up");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!logins(&get(&world).await).contains("heron"));
}

#[tokio::test]
async fn logins_compare_without_letter_case_and_both_entries_of_one_person_go() {
    let world = World::new();
    let inconsistent = fixture("team.inconsistent.json")["team"]["id"].clone();
    let body = |login: &str| json!({ "platform": "github", "org": ORG, "team_id": inconsistent, "user_login": login });
    let team = world.post(REMOVE, GIT, &body("PLOVER")).await.json()["team"].take();
    assert_eq!(logins(&team), ["merlin".to_owned()].into());
    let team = world.post(REMOVE, GIT, &body("merlin")).await.json()["team"].take();
    assert_eq!(leads(&team), ["gannet".to_owned()].into(), "the lead that is written in another case goes too");
    // A lead who is not a member cannot be removed from the members, and nothing changes.
    world.post(REMOVE, GIT, &body("gannet")).await.is_error(404, "member not found in team");
    assert_eq!(audit_rows(&world), 2);
}

#[tokio::test]
async fn a_login_is_one_persons_whichever_sigma_it_is_written_with() {
    let forms = ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ", "οδυσσευς"];
    for named in forms {
        let world = World::new();
        let mut team = large_team(1);
        let odysseus = forms.map(|login| Member { user_login: login.into(), ..team.members[0].clone() });
        team.members.extend(odysseus);
        team.team_leads.extend(forms.map(str::to_owned));
        put(&world, &team);
        let team = remove(&world, named).await.json()["team"].take();
        assert_eq!((logins(&team), leads(&team)), (["m0".to_owned()].into(), ["m0".to_owned()].into()), "{named}");
    }
}

#[tokio::test]
async fn logins_are_not_trimmed() {
    let world = World::new();
    remove(&world, " heron").await.is_error(404, "member not found in team");
    remove(&world, "heron ").await.is_error(404, "member not found in team");
    assert_eq!(get(&world).await, fixture("team.json")["team"]);
}

#[tokio::test]
async fn a_removal_whose_audit_row_fails_removes_nobody() {
    let world = World::new();
    let trigger = "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'on purpose'); END";
    world.database().execute_batch(trigger).unwrap();
    remove(&world, "osprey").await.is_error(500, "the database failed");
    assert_eq!(get(&world).await, fixture("team.json")["team"]);
}
