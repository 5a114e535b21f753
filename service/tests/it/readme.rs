//! The limits that the README names are those of the service.

use scanfold_service::limits::Limits;

#[test]
fn the_readme_names_the_limits() {
    // Its lines are wrapped.
    let readme = include_str!("../../README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let limits = Limits::default();
    let kib = |bytes: usize| format!("{} KiB", bytes / 1024);
    let seconds = |time: std::time::Duration| format!("{} s", time.as_secs());
    let thousands = |count: usize| format!("{},{:03}", count / 1000, count % 1000);
    for words in [
        format!("the body is larger than {}", kib(limits.body_bytes)),
        format!("announced as larger than {}", kib(limits.body_bytes)),
        format!("the body took longer than {}", seconds(limits.body_time)),
        format!("there is no answer within {}", seconds(limits.answer_time)),
        format!("serves at most {} at a time", thousands(limits.connections)),
        format!("431 for headers over {} or more than {}.", kib(limits.header_bytes), limits.headers),
        format!("idle, or slow with its headers, for {}", seconds(limits.header_time)),
        format!("leaves an answer unread for {}", seconds(limits.write_stall)),
        format!("requests finish for at most {}", seconds(limits.drain)),
    ] {
        assert!(readme.contains(&words), "README.md does not say: {words}");
    }
}
