//! Maven versions, compared as Maven's ComparableVersion does since 4.0: `.beta` and `-beta` are one, `beta-2` is `beta2`.
//!
//! Maven nests a list in a list after each hyphen and between digits and letters. An inner list is always the last item of its
//! list, so a version is kept flat here: an item marks where a list begins, and nothing has to mark its end.

use super::{compare_digits, compare_optional, is_made_of, significant, take_while};
use std::cmp::Ordering::{self, Equal, Greater, Less};

/// Qualifiers that Maven knows, least first.
const QUALIFIERS: [&str; 5] = ["alpha", "beta", "milestone", "rc", "snapshot"];

/// The place of the release itself among them, and the words for it; one qualifier comes after it.
const RELEASE: usize = QUALIFIERS.len();
const RELEASES: [&str; 3] = ["ga", "final", "release"];
const AFTER: &str = "sp";

#[derive(Clone, Copy)]
enum Item<'a> {
    /// A qualifier's place, its text if the place does not tell it, and the number that follows it.
    Word((usize, &'a [u8]), Option<&'a [u8]>),
    /// A list begins.
    List,
    Number(&'a [u8]),
}

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let is_version =
        |text: &str| text.bytes().any(|byte| byte.is_ascii_digit()) && is_made_of(text.as_bytes(), b".-_+~");
    (is_version(a) && is_version(b)).then(|| {
        let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
        compare_items(&items(a.as_bytes()), &items(b.as_bytes()))
    })
}

/// Whether a version forms no circle with others for which this holds too.
///
/// The end of a version equals a list in another, and lies among the words: `1` equals `1-…`, above `1.rc` and below `1.x`. So
/// words may only be where other versions neither end nor have a list, which is the case only after the beginning of a list; no
/// list may begin with a list; and a word that equals the end, such as `ga`, must not have a number, because the end has none.
pub(super) fn sorts(version: &str) -> bool {
    let version = version.to_ascii_lowercase();
    let items = items(version.as_bytes());
    let begins_with_word = matches!(items.first(), Some(Item::Word(..)));
    let has_word_outside =
        items.windows(2).any(|pair| matches!(pair, [Item::Word(..) | Item::Number(_), Item::Word(..)]));
    let has_list_in_list = items.windows(2).any(|pair| matches!(pair, [Item::List, Item::List]));
    let has_numbered_end = items.iter().any(|item| matches!(item, Item::Word((RELEASE, _), Some(_))));
    !(begins_with_word || has_word_outside || has_list_in_list || has_numbered_end)
}

fn items(mut rest: &[u8]) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    while !rest.is_empty() {
        let (word, after) = take_while(rest, |byte| !byte.is_ascii_digit() && byte != b'.' && byte != b'-');
        let (digits, after_digits) =
            take_while(after.strip_prefix(b"-").unwrap_or(after), |byte| byte.is_ascii_digit());
        if word.is_empty() {
            let (digits, after) = take_while(rest, |byte| byte.is_ascii_digit());
            items.push(Item::Number(digits));
            rest = after;
        } else {
            let number = (!digits.is_empty()).then_some(digits);
            rest = if number.is_some() { after_digits } else { after };
            // At the end, and before a number, a word begins a list of its own, whatever separates it.
            if number.is_some() || rest.is_empty() {
                begin_list(&mut items);
            }
            items.push(Item::Word(place(word, number.is_some()), number));
        }
        match rest.split_first() {
            Some((b'.', next)) => rest = next,
            Some((b'-', next)) => {
                items.push(Item::List);
                rest = next;
            }
            Some(_) => items.push(Item::List),
            None => {}
        }
    }
    drop_nothings(&mut items);
    items
}

/// Begins a list unless the present one is still empty.
fn begin_list(items: &mut Vec<Item<'_>>) {
    if items.last().is_some_and(|last| !matches!(last, Item::List)) {
        items.push(Item::List);
    }
}

/// Zeros at the end and before words mean nothing, and neither do empty lists.
fn drop_nothings(items: &mut Vec<Item<'_>>) {
    for at in (0..items.len()).rev() {
        let nothing = match (items.get(at), items.get(at + 1..).unwrap_or_default()) {
            (Some(Item::List), []) => true,
            (Some(Item::Number(digits)), [] | [Item::Word(..), ..] | [Item::List, Item::Word(..), ..]) => {
                significant(digits).is_empty()
            }
            _ => false,
        };
        if nothing {
            items.remove(at);
        }
    }
}

/// Unknown qualifiers come after all known ones, in the order of their letters.
fn place(word: &[u8], numbered: bool) -> (usize, &[u8]) {
    let word = match word {
        b"a" if numbered => b"alpha".as_slice(),
        b"b" if numbered => b"beta",
        b"m" if numbered => b"milestone",
        b"cr" => b"rc",
        other => other,
    };
    let is_word = |known: &&str| known.as_bytes() == word;
    if RELEASES.iter().any(is_word) {
        return (RELEASE, b"");
    }
    match QUALIFIERS.iter().position(is_word) {
        Some(place) => (place, b""),
        None => (RELEASE + 1 + usize::from(word != AFTER.as_bytes()), word),
    }
}

fn compare_items(a: &[Item], b: &[Item]) -> Ordering {
    let order = |at| match (a.get(at), b.get(at)) {
        (Some(a), Some(b)) => compare_item(a, b),
        (Some(a), None) => compare_with_nothing(a),
        (None, Some(b)) => compare_with_nothing(b).reverse(),
        (None, None) => Equal,
    };
    (0..a.len().max(b.len())).map(order).find(|order| order.is_ne()).unwrap_or(Equal)
}

/// A number is more than a list, a list more than a word.
fn compare_item(a: &Item, b: &Item) -> Ordering {
    match (a, b) {
        (Item::Number(a), Item::Number(b)) => compare_digits(a, b),
        (Item::Word(a, number_a), Item::Word(b, number_b)) => {
            a.cmp(b).then_with(|| compare_optional(*number_a, *number_b))
        }
        (Item::List, Item::List) => Equal,
        (Item::Number(_), _) | (Item::List, Item::Word(..)) => Greater,
        (_, Item::Number(_)) | (Item::Word(..), Item::List) => Less,
    }
}

fn compare_with_nothing(item: &Item) -> Ordering {
    match item {
        Item::Number(digits) => significant(digits).len().cmp(&0),
        Item::Word((place, _), _) => place.cmp(&RELEASE),
        Item::List => Equal,
    }
}

#[cfg(test)]
mod tests;
