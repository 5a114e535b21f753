//! Invented advisories: which weakness a package has, how bad it is, what mends it, and how that changed within a week.
//!
//! An advisory is a function of kind, package and number alone, so that two scans agree about it. Its ids have the form of
//! CVE numbers and mean nothing outside the demo; its links go to a reserved name.

use serde_json::value::RawValue;

use super::catalogue::Package;
use super::chance::Chance;
use crate::wire::Severity;

const WEAKNESSES: &[&str] = &[
    "heap-based buffer overflow when parsing crafted input",
    "out-of-bounds read in the decoder leads to information disclosure",
    "use after free in connection handling",
    "regular expression denial of service",
    "integer overflow leads to denial of service",
    "improper certificate validation allows man-in-the-middle attacks",
    "path traversal via crafted archive entries",
    "prototype pollution through a \"merge\" of untrusted objects",
    "server-side request forgery through redirects",
    "NULL pointer dereference on malformed records",
    "uncontrolled resource consumption when handling many streams",
    "timing side channel in signature verification",
    "command injection through environment variables",
    "deserialization of untrusted data may lead to remote code execution",
    "incorrect permission assignment allows local privilege escalation",
    "request smuggling due to lenient header parsing",
    "stack exhaustion caused by deeply nested input",
    "double free in error handling",
    "cookie and authorization headers leak across origins — even after a downgrade",
    "race condition between check and use of temporary files",
];

/// An advisory as it stands at one moment.
pub(super) struct Advisory {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) url: String,
    pub(super) severity: Severity,
    /// Place in the package's versions; `None` if nothing mends it yet.
    pub(super) fixed: Option<usize>,
    pub(super) epss: Option<Box<RawValue>>,
    pub(super) exploit: Option<Box<RawValue>>,
}

/// Whether a scan sees advisories as they are, or as they were a week ago.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edition {
    Current,
    LastWeek,
}

/// The advisory of this number; `None` if it was not published yet.
pub(super) fn of(kind: &str, package: &Package, number: usize, edition: Edition) -> Option<Advisory> {
    let mut chance = Chance::of(&[kind, package.name, &number.to_string()]);
    let earlier = edition == Edition::LastWeek;
    let new = chance.permille(35);
    if new && earlier {
        return None;
    }
    let id = format!("CVE-{}-{}", 2018 + chance.below(8), 10_000 + chance.below(50_000));
    let subject = subject(package.name);
    let title = format!("{subject}: {}", chance.pick(WEAKNESSES));
    let now = severity(&mut chance);
    let before = if chance.permille(25) { severity(&mut chance) } else { now };
    let fixed =
        (chance.permille(620) && package.versions.len() > 1).then(|| 1 + chance.below(package.versions.len() - 1));
    let fixed_lately = chance.permille(50);
    let epss = epss(&mut chance);
    let exploit = exploit(&mut chance, &id);
    let exploited_lately = chance.permille(300);
    Some(Advisory {
        url: format!("https://advisories.example.com/{id}"),
        title,
        severity: if earlier { before } else { now },
        fixed: fixed.filter(|_| !(earlier && fixed_lately)),
        epss,
        exploit: exploit.filter(|_| !(earlier && exploited_lately)),
        id,
    })
}

/// The last part of a package's path that is not a major version.
fn subject(package: &str) -> &str {
    let version =
        |part: &&str| part.strip_prefix('v').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    package.rsplit([':', '/']).find(|part| !version(part)).unwrap_or(package)
}

fn severity(chance: &mut Chance) -> Severity {
    match chance.below(1000) {
        0..35 => Severity::Critical,
        35..215 => Severity::High,
        215..655 => Severity::Medium,
        655..960 => Severity::Low,
        _ => Severity::Unknown,
    }
}

/// Most probabilities are small and few are large, as in the real model.
fn epss(chance: &mut Chance) -> Option<Box<RawValue>> {
    let rank = chance.fraction();
    let known = chance.permille(700);
    let probability = rank.powi(9) * 0.97;
    let text = format!("{{\"epss\":{probability:.5},\"percentile\":{rank:.5}}}");
    known.then(|| raw(text)).flatten()
}

fn exploit(chance: &mut Chance, id: &str) -> Option<Box<RawValue>> {
    let number = 45_000 + chance.below(7_000);
    let text = format!(
        "{{\"sources\":[{{\"name\":\"exploit-archive\",\"url\":\"https://exploits.example.com/{number}\"}}],\
         \"references\":[\"https://exploits.example.com/by-id/{id}\"]}}"
    );
    chance.permille(22).then(|| raw(text)).flatten()
}

fn raw(text: String) -> Option<Box<RawValue>> {
    RawValue::from_string(text).ok()
}
