//! Layers of the crate and folders of the page use what is below them, and nothing else.

use std::collections::BTreeMap;
use std::fs;

use crate::sources::{none, root, sources};

/// From the lowest up. A layer may use those on lines below its own, and itself.
const LAYERS: &[&[&str]] = &[
    &["compact", "memory", "versions"],
    &["json"],
    &["arguments"],
    &["wire"],
    &["findings", "history", "team"],
    &["client"],
    &["web"],
    &["bindings"],
];

/// Neighbours on one line do not know each other, except these: teams compare the instants of `history`.
const NEIGHBOURS: &[(&str, &str)] = &[("team", "history")];

fn height(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|line| line.contains(&layer))
}

#[test]
fn layers_point_down() {
    let mut breaches = Vec::new();
    for source in sources().iter().filter(|source| source.under("src") && source.ends(&[".rs"])) {
        let layer = source.path.split('/').nth(1).unwrap_or_default().trim_end_matches(".rs").to_owned();
        let Some(own) = height(&layer) else { continue };
        for (number, line) in source.code() {
            // A list of layers could go on over lines. `versions` is a crate of its own.
            if line.contains("crate::{") && layer != "versions" {
                breaches.push(format!("{}:{number}: a line for each layer that is used", source.path));
            }
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if used != layer
                    && !NEIGHBOURS.contains(&(&layer, &used))
                    && height(&used).is_some_and(|used| used >= own)
                {
                    breaches.push(format!("{}:{number}: {layer} must not use {used}", source.path));
                }
            }
        }
    }
    none(breaches);
}

/// The page's folders, likewise; the shell is above them.
const ROOMS: &[&[&str]] = &[&["state"], &["parts"], &["scan", "history", "team"]];

#[test]
fn rooms_of_the_page_point_down() {
    let height = |room: &str| ROOMS.iter().position(|line| line.contains(&room));
    let mut breaches = Vec::new();
    for source in sources().iter().filter(|source| source.under("www/src") && source.ends(&[".ts"])) {
        let Some((room, _)) = source.path["www/src/".len()..].split_once('/') else { continue };
        let own = height(room);
        if own.is_none() {
            breaches.push(format!("{}:1: `{room}` has no place among the rooms of the page", source.path));
        }
        for (number, line) in source.code() {
            let Some((_, used)) = line.split_once("\"../") else { continue };
            let used = used.split(['/', '"']).next().unwrap_or_default();
            if height(used).is_none_or(|used| Some(used) >= own) {
                breaches.push(format!("{}:{number}: {room} must not use {used}", source.path));
            }
        }
    }
    none(breaches);
}

#[test]
fn files_of_the_package_import_what_is_below_them_and_in_no_circle() {
    let mut breaches = Vec::new();
    let mut imports = BTreeMap::new();
    for source in sources().iter().filter(|source| source.under("pkg/lib") && source.ends(&[".js"])) {
        let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let used = source.code().filter_map(|(_, line)| {
            let (_, given) = line.split_once(" from \"").filter(|_| line.starts_with("import "))?;
            let given = given.split('"').next()?;
            Some(match given.strip_prefix("../") {
                Some(above) => format!("{}/{above}", folder.rsplit_once('/')?.0),
                None => format!("{folder}/{}", given.trim_start_matches("./")),
            })
        });
        let used: Vec<String> = used.collect();
        if folder == "pkg/lib" && used.iter().any(|used| used.starts_with("pkg/lib/worker/")) {
            breaches.push(format!("{}: nothing outside of worker/ may import from it", source.path));
        }
        imports.insert(source.path.clone(), used);
    }
    assert!(imports.len() > 20, "the package's files were not found");
    // Whoever imports nothing that is still here is in no circle; what remains in the end is.
    while let Some(free) = imports.iter().find(|(_, used)| !used.iter().any(|used| imports.contains_key(used))) {
        let free = free.0.clone();
        imports.remove(&free);
    }
    breaches.extend(imports.into_keys().map(|file| format!("{file}: imports itself by way of others")));
    none(breaches);
}

#[test]
fn every_layer_is_known_here() {
    let unknown: Vec<String> = fs::read_dir(root().join("src"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| {
            !["lib.rs", "engine.rs"].contains(&name.as_str()) && height(name.trim_end_matches(".rs")).is_none()
        })
        .map(|name| format!("src/{name}: a folder of src is a layer, and this one has no place among them"))
        .collect();
    none(unknown);
}
