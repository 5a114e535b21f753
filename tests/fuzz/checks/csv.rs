//! Reads CSV by the letter of RFC 4180, and panics at anything else.

pub fn read(text: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let line = lines.last_mut().expect("there is a line");
        let cell = line.last_mut().expect("there is a cell");
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(String::new()),
            '\r' if !quoted => {
                assert_eq!(letters.next(), Some('\n'), "a line ends with CR LF");
                lines.push(vec![String::new()]);
            }
            '\n' if !quoted => panic!("a bare line feed outside of quotes"),
            other => cell.push(other),
        }
    }
    assert!(!quoted, "an open quote");
    assert_eq!(lines.pop(), Some(vec![String::new()]), "the last line ends too");
    lines
}
