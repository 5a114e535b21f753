//! Time as a value that is handed in, and the one text form the service writes.
//!
//! Everything that needs to know the time gets a [`Clock`], so that a test can set it back. Only [`system`] asks the machine.

use std::sync::Arc;

use jiff::Timestamp;

/// Says what time it is, in milliseconds since 1970.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The machine's own clock.
pub fn system() -> Clock {
    Arc::new(|| Timestamp::now().as_millisecond())
}

/// `2026-03-14T09:00:00.000Z`: UTC, milliseconds. Times outside jiff's range become the nearest one it can write.
pub fn text(millis: i64) -> String {
    let instant =
        Timestamp::from_millisecond(millis).unwrap_or(if millis < 0 { Timestamp::MIN } else { Timestamp::MAX });
    instant.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// The instant of an RFC 3339 date-time with any offset, in microseconds since 1970; `None` where there is no such instant.
pub fn instant(text: &str) -> Option<i64> {
    text.parse::<Timestamp>().ok().map(Timestamp::as_microsecond)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_and_fractions_name_the_same_instant() {
        let zulu = instant("2026-03-14T05:30:00Z");
        assert!(zulu.is_some());
        assert_eq!(zulu, instant("2026-03-14T07:30:00+02:00"));
        assert_eq!(zulu.map(|t| t + 250_000), instant("2026-03-14T00:30:00.250-05:00"));
    }

    #[test]
    fn what_is_no_instant_is_none() {
        for text in ["", "yesterday", "2026-02-30T00:00:00Z", "2026-03-14", "2026-03-14T05:30:00"] {
            assert_eq!(instant(text), None, "{text}");
        }
    }

    #[test]
    fn text_is_utc_with_milliseconds() {
        assert_eq!(text(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(text(1_773_478_800_007), "2026-03-14T09:00:00.007Z");
        assert!(text(i64::MAX).ends_with('Z'));
    }
}
