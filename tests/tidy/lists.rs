//! A list of all values of an enum has them all, in the order of the declaration: a value that it leaves out can be read
//! from no word and is in no test, and the compiler does not notice.

use crate::sources::{Source, none, sources};

/// The lines between one that begins with `opening` and the next that is `closing`.
fn between<'a>(source: &'a Source, opening: &str, closing: &str) -> Vec<&'a str> {
    let lines = source.text.lines().skip_while(|line| !line.starts_with(opening)).skip(1);
    lines.take_while(|line| *line != closing).map(str::trim).collect()
}

/// The values of an enum, and what its `ALL` names: nothing if there is no such list.
fn values(source: &Source, name: &str) -> Option<(Vec<String>, Vec<String>)> {
    let opening = format!("pub const ALL: [{name}; ");
    let (_, rest) = source.text.split_once(&opening)?;
    let (_, list) = rest.split_once('=')?;
    let listed = list.split(';').next().unwrap_or_default().split([',', '[', ']']);
    let listed = listed.filter_map(|item| item.trim().strip_prefix(&format!("{name}::"))).map(str::to_owned);
    let declared = between(source, &format!("pub enum {name} {{"), "}");
    let declared = declared.into_iter().filter(|line| line.starts_with(char::is_uppercase));
    Some((declared.map(|line| line.trim_end_matches(',').to_owned()).collect(), listed.collect()))
}

#[test]
fn lists_of_all_values_have_all_in_order() {
    let mut breaches = Vec::new();
    let mut lists = 0;
    for source in sources().iter().filter(|source| source.under("src") && source.ends(&[".rs"])) {
        for (number, line) in source.code() {
            let Some(name) = line.strip_prefix("pub enum ").and_then(|rest| rest.strip_suffix(" {")) else { continue };
            let Some((declared, listed)) = values(source, name) else { continue };
            lists += 1;
            if declared != listed {
                let path = &source.path;
                breaches.push(format!("{path}:{number}: {name} has {declared:?}, and {name}::ALL has {listed:?}"));
            }
        }
    }
    assert!(lists >= 5, "the lists are read wrongly: {lists}");
    none(breaches);
}
