//! `pkg/THIRD-PARTY-NOTICES.txt`: the licences of the crates that are compiled into the module. They ask for their text to go
//! with every copy.
//!
//! cargo says which crates they are, and each brings its own text. Where there is a choice, it is the MIT licence.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, DirEntry};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use xshell::cmd;

use crate::setup::WASM_TARGET;
use crate::workspace::Workspace;

/// The crate that the module is made of.
const MODULE: &str = "scanfold";

const HEAD: &str = "\
Besides scanfold itself, scanfold_bg.wasm, scanfold.js and inline.data.js hold code of the following. Where it comes under licences
to choose from, it is used under the MIT licence.

- The Rust standard library, https://github.com/rust-lang/rust, by The Rust Project Contributors: MIT OR Apache-2.0. What it is
  built from is listed in the file COPYRIGHT there.
";

/// For crates that bring no text of their own.
const MIT: &str = "\
Permission is hereby granted, free of charge, to any
person obtaining a copy of this software and associated
documentation files (the \"Software\"), to deal in the
Software without restriction, including without
limitation the rights to use, copy, modify, merge,
publish, distribute, sublicense, and/or sell copies of
the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following
conditions:

The above copyright notice and this permission notice
shall be included in all copies or substantial portions
of the Software.

THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF
ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED
TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT
SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
DEALINGS IN THE SOFTWARE.";

/// The file's text.
pub fn text(workspace: &Workspace) -> Result<String> {
    let shell = &workspace.shell;
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", WASM_TARGET];
    let metadata = cmd!(shell, "cargo {arguments...}").quiet().read().context("cargo could not list the crates")?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let mut list = HEAD.to_owned();
    let mut texts = BTreeMap::from([(MIT.to_owned(), vec!["The Rust standard library".to_owned()])]);
    for part in compiled(&metadata)? {
        let name = format!("{} {}", word(part, "name"), word(part, "version"));
        let licence = word(part, "license");
        if !licence.contains("MIT") {
            bail!("{name} is not under the MIT licence but {licence}: look at xtask/src/notices.rs");
        }
        list += &format!("- {name}, {}{}: {licence}\n", word(part, "repository"), authors(part));
        let own = own_texts(part)?;
        if licence.matches(" AND ").count() >= own.len().max(1) {
            bail!("{name} does not bring all texts of {licence}: look at xtask/src/notices.rs");
        }
        let texts_of_part = if own.is_empty() { vec![MIT.to_owned()] } else { own };
        for text in texts_of_part {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        list += &format!("\n{}\n{}:\n\n{text}\n", "-".repeat(80), names.join(", "));
    }
    Ok(list)
}

/// The crates from elsewhere that code of the module comes from, in the order of their names.
fn compiled(metadata: &Value) -> Result<Vec<&Value>> {
    let packages: HashMap<&str, &Value> = items(metadata, "/packages").map(|part| (word(part, "id"), part)).collect();
    let nodes: HashMap<&str, &Value> = items(metadata, "/resolve/nodes").map(|node| (word(node, "id"), node)).collect();
    let module = packages.values().find(|part| word(part, "name") == MODULE).context("cargo lists no module")?;
    let mut found = BTreeSet::new();
    let mut left = vec![word(module, "id")];
    while let Some(id) = left.pop() {
        let part = packages.get(id).context("cargo lists a crate without saying what it is")?;
        // A macro makes code, and is not part of it.
        let is_macro = items(part, "/targets").any(|target| items(target, "/kind").any(|kind| kind == "proc-macro"));
        if is_macro || !found.insert((word(part, "name"), word(part, "version"), id)) {
            continue;
        }
        let node = nodes.get(id).context("cargo does not say what a crate needs")?;
        // `null` is for code, other kinds are for building and testing it.
        let needed =
            items(node, "/deps").filter(|needed| items(needed, "/dep_kinds").any(|kind| kind["kind"].is_null()));
        left.extend(needed.map(|needed| word(needed, "pkg")));
    }
    let from_elsewhere = |part: &&Value| !part["source"].is_null();
    Ok(found.into_iter().filter_map(|(.., id)| packages.get(id).copied()).filter(from_elsewhere).collect())
}

/// The texts that a crate brings, but for that of the Apache licence: each offers another instead.
fn own_texts(part: &Value) -> Result<Vec<String>> {
    let folder = Path::new(word(part, "manifest_path")).parent().context("a manifest without a folder")?;
    let is_wanted = |name: &str| name.starts_with("LICENSE") && !name.contains("APACHE");
    let mut files: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.retain(|file| is_wanted(&file.file_name().to_string_lossy().to_uppercase()));
    files.sort_by_key(DirEntry::file_name);
    let text = |file: &DirEntry| {
        let path = file.path();
        let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        Ok(text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned())
    };
    files.iter().map(text).collect()
}

/// Without their addresses.
fn authors(part: &Value) -> String {
    let names = items(part, "/authors").filter_map(Value::as_str).filter_map(|author| author.split(" <").next());
    let names: Vec<&str> = names.collect();
    if names.is_empty() { String::new() } else { format!(", by {}", names.join(", ")) }
}

fn items<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

fn word<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn crates_of_the_module_are_those_whose_code_is_in_it() {
        let part = |name: &str, source: Option<&str>, kind: &str| {
            let targets = json!([{ "kind": [kind] }]);
            json!({ "id": name, "name": name, "version": "1.0.0", "source": source, "targets": targets })
        };
        let needs = |id: &str, needed: &[(&str, Option<&str>)]| {
            let deps: Vec<_> =
                needed.iter().map(|(pkg, kind)| json!({ "pkg": pkg, "dep_kinds": [{ "kind": kind }] })).collect();
            json!({ "id": id, "deps": deps })
        };
        let registry = Some("registry");
        let metadata = json!({
            "packages": [
                part("scanfold", None, "lib"),
                part("engine", None, "lib"),
                part("used", registry, "lib"),
                part("used-by-used", registry, "lib"),
                part("macro", registry, "proc-macro"),
                part("used-by-macro", registry, "lib"),
                part("for-tests", registry, "lib"),
                part("of-the-service", registry, "lib"),
            ],
            "resolve": { "nodes": [
                needs("scanfold", &[("used", None), ("engine", None), ("for-tests", Some("dev"))]),
                needs("engine", &[("macro", None)]),
                needs("used", &[("used-by-used", None), ("scanfold", None)]),
                needs("used-by-used", &[]),
                needs("macro", &[("used-by-macro", None)]),
            ] },
        });
        let names: Vec<_> = compiled(&metadata).unwrap().into_iter().map(|part| word(part, "name")).collect();
        assert_eq!(names, ["used", "used-by-used"]);
    }
}
