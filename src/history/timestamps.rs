//! Timestamps as a border hands them over: one after another in one text, and where each ends.

/// The timestamps of a text, each ending where `ends` says, in bytes; an empty one is absent.
///
/// An end that goes back, is beyond the text or within a character makes its timestamp an absent one.
pub fn timestamps<'a>(text: &'a str, ends: &'a [u32]) -> impl Iterator<Item = Option<&'a str>> + Clone {
    let mut start = 0;
    ends.iter().map(move |&end| {
        let timestamp = text.get(start..end as usize);
        start = end as usize;
        timestamp.filter(|timestamp| !timestamp.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, ends: &[u32], expected: &[Option<&str>]) {
        assert_eq!(timestamps(text, ends).collect::<Vec<_>>(), expected, "{text:?} {ends:?}");
    }

    #[test]
    fn each_timestamp_ends_where_it_is_said_to() {
        check("", &[], &[]);
        check("", &[0, 0], &[None, None]);
        check("2024-01-012024-01-02", &[10, 10, 20], &[Some("2024-01-01"), None, Some("2024-01-02")]);
        check("é?", &[2, 3], &[Some("é"), Some("?")]);
    }

    #[test]
    fn ends_that_cannot_be_make_timestamps_absent() {
        let text = "2024-01-012024-01-02";
        check(text, &[10, 5, 20], &[Some("2024-01-01"), None, Some("01-012024-01-02")]);
        check(text, &[10, 99, 20], &[Some("2024-01-01"), None, None]);
        check(text, &[u32::MAX, 10, 20], &[None, None, Some("2024-01-02")]);
        check("é", &[1, 2], &[None, None]);
    }
}
