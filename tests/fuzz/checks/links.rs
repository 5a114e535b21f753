//! Which texts may be links, by the rules as they are written down.

use super::secrets::unsafe_to_show;
use scanfold::findings::safe_url_text;

/// A text is accepted by exactly these rules, and unchanged. Gives what was accepted, for a second look.
pub fn links(data: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(data);
    let accepted = safe_url_text(&text);
    assert_eq!(accepted, may_be_link(&text).then_some(&*text), "{text:?}");
    accepted.map(str::to_owned)
}

fn may_be_link(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let Some(rest) = lower.strip_prefix("http://").or_else(|| lower.strip_prefix("https://")) else { return false };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let fools = |c: char| c.is_whitespace() || c == '\\' || unsafe_to_show(c);
    end > 0 && !rest[..end].contains('@') && text.len() <= 2048 && !text.contains(fools)
}
