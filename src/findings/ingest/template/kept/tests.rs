use super::*;

const ENTRIES: [[u8; ENTRY]; 2] = [[1; ENTRY], [2; ENTRY]];

fn template<'a>(code: u32, text: &'a str, hash: u32, bytes: &'a [u8]) -> Template<'a> {
    let key = Some(FollowedText { text: text.as_bytes(), hash });
    Template { code, key, entries: &ENTRIES, bytes }
}

fn check(kept: &Kept, text: &str, hash: u32, expected: Option<(u32, &[u8])>) {
    let found = kept.find(FollowedText { text: text.as_bytes(), hash });
    let seen = found.and_then(|(at, head)| Some((head.code, kept.parts(at, head)?)));
    let expected = expected.map(|(code, bytes)| (code, (&ENTRIES[..], bytes)));
    assert_eq!(seen, expected, "{text}");
}

#[test]
fn every_template_is_found_by_its_text_however_many_share_a_hash() {
    let mut kept = Kept::default();
    // Six hashes: all of the index's chains are long.
    let hash = |number: u32| ((number % 6) << 22) + number % 2;
    let text = |number: u32| format!("CVE-2025-{number}");
    for number in 0..3_000 {
        check(&kept, &text(number), hash(number), None);
        let bytes = number.to_string();
        kept.keep(&template(number, &text(number), hash(number), bytes.as_bytes()), None).unwrap();
    }
    for number in 0..3_000 {
        check(&kept, &text(number), hash(number), Some((number, number.to_string().as_bytes())));
        check(&kept, &text(number), hash(number + 1), None);
    }
    check(&kept, "CVE-2025-3000", hash(3_000), None);
}

#[test]
fn a_template_in_place_of_another_is_found_instead() {
    let mut kept = Kept::default();
    let old = kept.keep(&template(1, "a", 77, b"old"), None);
    kept.keep(&template(2, "b", 77, b"other"), None);
    kept.keep(&template(1, "a", 77, b"new and longer"), old);
    check(&kept, "a", 77, Some((1, b"new and longer")));
    check(&kept, "b", 77, Some((2, b"other")));
    assert_eq!(kept.indexed, 2);
}

#[test]
fn a_template_without_a_key_is_found_by_its_place_alone() {
    let mut kept = Kept::default();
    let at = kept.keep(&Template { key: None, ..template(9, "", 0, b"bytes") }, None).unwrap();
    let head = kept.head(at).unwrap();
    assert_eq!((head.code, head.columns), (9, 6));
    assert_eq!(kept.parts(at, head).unwrap().1, b"bytes");
    check(&kept, "", 0, None);
}

#[test]
fn so_many_templates_are_found_by_their_text_and_no_more() {
    let mut kept = Kept::default();
    let hash = |number: u32| number.wrapping_mul(0x9E37_79B9);
    let most = LARGEST_INDEX as u32 / 2;
    for number in 0..most + 1_000 {
        kept.keep(&template(number, &number.to_string(), hash(number), b"b"), None).unwrap();
    }
    for number in [0, 1, most - 1] {
        check(&kept, &number.to_string(), hash(number), Some((number, b"b")));
    }
    check(&kept, &most.to_string(), hash(most), None);
    let old = kept.find(FollowedText { text: b"7", hash: hash(7) }).map(|(at, _)| at);
    kept.keep(&template(7, "7", hash(7), b"new"), old).unwrap();
    check(&kept, "7", hash(7), Some((7, b"new")));
    assert_eq!((kept.index.len(), kept.indexed), (LARGEST_INDEX, most as usize));
}

#[test]
fn what_there_is_no_room_for_is_not_kept() {
    let mut kept = Kept::default();
    let bytes = vec![b'x'; u16::MAX as usize];
    let keep = |kept: &mut Kept, number: u32| kept.keep(&template(number, "t", number, &bytes), None);
    let most = (0..).find(|number| keep(&mut kept, *number).is_none()).unwrap();
    assert_eq!(most as usize, BYTES / bytes.len() - 1);
    assert!(kept.bytes.len() <= BYTES);
    check(&kept, "t", most - 1, Some((most - 1, &bytes)));
    check(&kept, "t", most, None);
    let longer = [&bytes[..], b"x"].concat();
    assert!(Kept::default().keep(&template(0, "t", 0, &longer), None).is_none());
}
