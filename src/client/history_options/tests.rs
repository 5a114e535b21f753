use super::*;

fn options(members: &[(&str, Argument)]) -> Argument {
    Argument::Members(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

fn text(text: &str) -> Argument {
    Argument::Text(text.to_owned())
}

fn refusal<T>(found: Result<T, Invalid>) -> String {
    found.err().map(|invalid| invalid.to_string()).unwrap_or_default()
}

#[test]
fn the_newest_comes_first_unless_the_oldest_is_asked_for() {
    assert_eq!(order(&options(&[])), Ok(Order::Newest));
    assert_eq!(order(&options(&[("order", text("oldest"))])), Ok(Order::Oldest));
    assert_eq!(refusal(order(&options(&[("order", text("Newest"))]))), "order must be one of: newest, oldest");
}

#[test]
fn a_day_begins_at_whole_minutes_at_most_a_day_away() {
    let by = |name: &str, minutes: f64| {
        grouping(&options(&[("by", text(name)), ("utcOffsetMinutes", Argument::Number(minutes))]))
    };
    assert_eq!(grouping(&options(&[("by", text("day"))])), Ok(Grouping::Day(0)));
    assert_eq!(by("day", -1_440.0), Ok(Grouping::Day(-1_440)));
    assert_eq!(by("branch", 60.0), Ok(Grouping::Field));
    for minutes in [1_441.0, -1_441.0, 0.5, f64::INFINITY] {
        assert_eq!(refusal(by("day", minutes)), "utcOffsetMinutes must be whole minutes, at most a day either way");
    }
    assert_eq!(refusal(grouping(&options(&[]))), "by is missing");
}

#[test]
fn the_latest_is_of_a_field_and_not_of_a_day() {
    assert_eq!(check_field(Some("repo_name")), Ok(()));
    for name in [Some("day"), Some("Branch"), None] {
        assert_eq!(refusal(check_field(name)), "by must be one of: branch, prompt, commit_id, service, repo_name");
    }
}

#[test]
fn a_summary_is_of_a_moment_and_has_limits_of_its_own() {
    let now = ("now", text("2026-02-03T04:05:06Z"));
    let found = [("gapMs", Argument::Number(5.0)), ("staleMs", Argument::Number(6.0))];
    let [gap, stale] = found.map(|limit| summary(&options(&[now.clone(), limit])).map(|it| (it.gap_ms, it.stale_ms)));
    let found = options(&[now.clone(), ("gapMs", Argument::Number(5.0)), ("coverageDrop", Argument::Number(1.0))]);
    let found = summary(&found).unwrap();
    let usual = options(std::slice::from_ref(&now));
    let usual = summary(&usual).unwrap();
    assert_eq!((found.gap_ms, found.coverage_drop), (5, 1.0));
    assert_eq!((found.now, found.stale_ms), (usual.now, usual.stale_ms));
    assert_eq!((gap, stale), (Ok((5, usual.stale_ms)), Ok((usual.gap_ms, 6))));

    let with = |name: &'static str, value| refusal(summary(&options(&[now.clone(), (name, value)])));
    assert_eq!(with("coverageDrop", Argument::Number(1.01)), "coverageDrop must be a share from 0 to 1");
    assert_eq!(with("gapMs", Argument::Number(-1.0)), "gapMs must be milliseconds, 0 or more, or Infinity");
    assert_eq!(refusal(summary(&options(&[]))), "now is missing");
    for now in [text("yesterday"), Argument::Number(0.0)] {
        let said = refusal(summary(&options(&[("now", now)])));
        assert_eq!(said, "now must be a date and time in RFC 3339 format, or a Date");
    }
}
