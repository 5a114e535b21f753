//! Manifests and lock files: versions that agree, registries that are public.

use std::fs;

use crate::sources::{none, root};

pub fn json(file: &str) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(root().join(file)).unwrap()).unwrap()
}

#[test]
fn versions_agree() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(json("pkg/package.json")["version"], version, "pkg/package.json");
    assert_eq!(json("package-lock.json")["packages"]["pkg"]["version"], version, "package-lock.json");
    let changes = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let newest = changes.lines().find_map(|line| line.strip_prefix("## ")).unwrap_or_default();
    assert!(
        newest.split([' ', '[', ']']).any(|word| word == version),
        "CHANGELOG.md opens with {newest}, not {version}"
    );
}

#[test]
fn lock_files_name_public_registries_only() {
    let mut breaches = Vec::new();
    for (file, mark, allowed) in [
        ("package-lock.json", "\"resolved\": \"http", "\"resolved\": \"https://registry.npmjs.org/"),
        ("Cargo.lock", "source = \"", "source = \"registry+https://github.com/rust-lang/crates.io-index\""),
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        for (number, line) in text.lines().enumerate() {
            if line.contains(mark) && !line.contains(allowed) {
                breaches.push(format!("{file}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none(breaches);
}
