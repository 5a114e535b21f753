use super::*;
use crate::json::{parse, parse_members};
use proptest::prelude::*;

const NAMES: [&str; 2] = ["scans", "error"];

const FLAT: Flat = Flat { texts: &["a", "b"], count: "c" };

/// All parts as one value.
fn joined(bytes: &[u8], limits: &Limits) -> Result<Value, Error> {
    let mut reader = Items::new(bytes, limits, &NAMES, "scans", FLAT);
    let mut items = Vec::new();
    loop {
        match reader.next_part()? {
            Some(Part::List) => items.clear(),
            Some(Part::Flat(text)) => items.push(parse(text.as_bytes(), limits)?),
            Some(Part::Item(item, length)) => {
                assert!(item.to_json().unwrap().len() <= length, "{item:?} in {length} bytes");
                items.push(item);
            }
            Some(Part::End(mut value)) => {
                assert_eq!(reader.next_part(), Ok(None));
                if let Value::Object(members) = &mut value
                    && let Some((_, list @ Value::Array(_))) = members.iter_mut().find(|(key, _)| key == "scans")
                {
                    *list = Value::Array(items);
                }
                return Ok(value);
            }
            None => panic!("there is no end"),
        }
    }
}

fn agrees(bytes: &[u8], limits: &Limits) {
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(joined(bytes, limits), parse_members(bytes, limits, &NAMES), "{text}");
}

const DOCUMENTS: [&str; 18] = [
    r#"{"scans":[{"a":"x","b":"y","c":1},{"a":"x"},{"c":2,"a":"é"},{"c":1,"d":2},{"a":"\u0041"},{"b":"1234"}]}"#,
    r#"{"scans": [ { "a" : "x" , "c" : 12 } , {"b":null} ]}"#,
    r#"{"scans":[{"a":1},[2],"3",null],"error":null,"other":{"deep":[1]}}"#,
    r#"{"error":"x","scans":[]}"#,
    r#"{"scans":[1],"scans":[2,3]}"#,
    r#"{"scans":[1],"scans":{"a":[]}}"#,
    r#"{"scans":"x","error":1,"scans":[4]}"#,
    r#"{"scans":{}}"#,
    r#"{"sc\u0061ns":[1,2]}"#,
    r#"{"scans":[[[[[]]]]]}"#,
    "{}",
    " [1,{\"scans\":[2]}] ",
    "\"scans\"",
    "null",
    "",
    "{\"scans\" : [ 1 , 2 ] , \"error\" : [ ] } x",
    r#"{"__proto__":1,"scans":[{"__proto__":1,"a":2,"a":3}]}"#,
    "\u{feff}{\"scans\":[1]}",
];

#[test]
fn parts_are_those_of_the_whole_wherever_it_ends() {
    for document in DOCUMENTS {
        for end in 0..=document.len() {
            agrees(&document.as_bytes()[..end], &Limits::default());
        }
    }
}

#[test]
fn limits_are_those_of_the_whole() {
    for document in DOCUMENTS {
        for most in 0..5 {
            agrees(document.as_bytes(), &Limits { max_depth: most, ..Limits::default() });
            agrees(document.as_bytes(), &Limits { max_rows: most as u32, ..Limits::default() });
            agrees(document.as_bytes(), &Limits { max_string: most, ..Limits::default() });
            agrees(document.as_bytes(), &Limits { max_bytes: most as u64, ..Limits::default() });
        }
    }
}

#[test]
fn what_may_be_handed_on_as_it_stands_is_wherever_white_space_is() {
    let limits = Limits::default();
    for text in [r#"{"scans":[{"a":"x"},{"c":1}]}"#, "{\n \"scans\": [\n  { \"a\" : \"x\" } ,\n  {\n \"c\": 1 }\n ]\n}"]
    {
        let mut reader = Items::new(text.as_bytes(), &limits, &NAMES, "scans", FLAT);
        assert_eq!(reader.next_part(), Ok(Some(Part::List)));
        for _ in 0..2 {
            assert!(matches!(reader.next_part(), Ok(Some(Part::Flat(_)))), "{text}");
        }
        assert!(matches!(reader.next_part(), Ok(Some(Part::End(_)))));
    }
}

#[test]
fn after_an_error_there_is_no_part() {
    let limits = Limits::default();
    let mut reader = Items::new(br#"{"scans":[1,?,3]}"#, &limits, &NAMES, "scans", FLAT);
    assert_eq!(reader.next_part(), Ok(Some(Part::List)));
    assert!(matches!(reader.next_part(), Ok(Some(Part::Item(_, 1)))));
    let error = reader.next_part().unwrap_err();
    assert_eq!((error.fault, &*error.pointer, error.offset), (Fault::Syntax, "/scans/1", Some(12)));
    assert_eq!(reader.next_part(), Ok(None));
    let limits = Limits { max_bytes: 9, ..limits };
    let mut reader = Items::new(br#"{"scans":[]}"#, &limits, &NAMES, "scans", FLAT);
    assert_eq!(reader.next_part().unwrap_err().fault, Fault::TooLarge);
    assert_eq!(reader.next_part(), Ok(None));
}

proptest! {
    #[test]
    fn parts_are_those_of_the_whole_whatever_is_wrong_in_it(
        at in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        byte in prop::sample::select(b"{}[]:,\"\\0n x\xFF".to_vec()),
    ) {
        let mut bytes = DOCUMENTS[at.index(DOCUMENTS.len())].as_bytes().to_vec();
        if !bytes.is_empty() {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        agrees(&bytes, &Limits::default());
    }
}
