//! The text files of the project, and how a rule looks at their lines.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file: its path from the root, with `/`, and its text.
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    /// Lines with their numbers.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// Lines without comments that have a line of their own. A trailing comment stays: none of the words is wanted there either.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines().filter(|(_, line)| {
            let line = line.trim_start();
            line != "*" && !["//", "/*", "* ", "*/"].iter().any(|mark| line.starts_with(mark))
        })
    }

    /// The code before the file's tests. What else is for tests alone may stand among the rest, and is looked at like it.
    pub fn shipped(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut lines = self.code().peekable();
        std::iter::from_fn(move || {
            let line = lines.next()?;
            let are_tests_next = lines.peek().is_some_and(|(_, next)| next.contains("mod tests"));
            (line.1.trim() != "#[cfg(test)]" || !are_tests_next).then_some(line)
        })
    }

    pub fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    pub fn under(&self, folder: &str) -> bool {
        self.path == folder || self.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }

    pub fn ends(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }
}

const MADE: &[&str] = &["node_modules", "target", "dist", ".git", "pkg/scanfold.js", "pkg/inline.data.js", "pkg/docs"];
const TEXT: &[&str] = &[
    ".rs", ".toml", ".js", ".mjs", ".ts", ".json", ".md", ".css", ".html", ".yaml", ".yml", ".py", ".sh", ".svg",
    ".sql", ".ci/run",
];

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every text file of the project.
pub fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = below_root(&path);
            if MADE.iter().any(|made| name == *made || name.ends_with(&format!("/{made}"))) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if TEXT.iter().any(|ending| name.ends_with(ending)) {
                found.push(Source { path: name, text: fs::read_to_string(&path).unwrap() });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn below_root(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/")
}

/// What a file says from `begin` to `end`, without the comments at the ends of lines.
pub fn part(file: &str, begin: &str, end: &str) -> String {
    let text = fs::read_to_string(root().join(file)).unwrap();
    let text = text.lines().map(|line| line.split(" //").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let found = text.split_once(begin).and_then(|(_, rest)| rest.split_once(end));
    found.ok_or_else(|| format!("{file} has no `{begin}`")).unwrap().0.to_owned()
}

/// The words in quotes.
pub fn quoted(text: &str) -> Vec<&str> {
    text.split('"').skip(1).step_by(2).collect()
}

pub fn none(breaches: Vec<String>) {
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

/// Whether a word occurs in a line as a word: `eval(` does not occur in `interval(`.
pub fn has_word(line: &str, word: &str) -> bool {
    let part_of_name = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let begins_earlier = word.starts_with(part_of_name) && before.is_some_and(part_of_name);
        let ends_later = word.ends_with(part_of_name) && after.is_some_and(part_of_name);
        !begins_earlier && !ends_later
    })
}
