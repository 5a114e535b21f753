//! The port that `--port` names: a number, and one that browsers are willing to open.

use std::ffi::OsStr;

use anyhow::{Context, Result, bail};

/// Ports that browsers refuse, by the list of the Fetch standard ("port blocking"): a page there would never be seen.
const REFUSED_BY_BROWSERS: [u16; 82] = [
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
    111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
    540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
    6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/// Reads the option's value; 0 is any free port.
pub fn parse(text: &OsStr) -> Result<u16> {
    let port = text.to_str().and_then(|port| port.parse().ok()).context("--port takes a number from 0 to 65535")?;
    if REFUSED_BY_BROWSERS.contains(&port) {
        bail!("browsers refuse to open port {port}; choose another, or 0 for any free one");
    }
    Ok(port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        match parse(OsStr::new(text)) {
            Ok(port) => port.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn ports_that_browsers_refuse_are_refused_here_in_one_line() {
        for port in ["1", "22", "2049", "4190", "6000", "6566", "6667", "10080"] {
            assert_eq!(
                said(port),
                format!("browsers refuse to open port {port}; choose another, or 0 for any free one")
            );
        }
        assert!(REFUSED_BY_BROWSERS.is_sorted());
    }

    #[test]
    fn other_numbers_are_ports_and_other_texts_are_not() {
        for port in ["0", "80", "4180", "8080", "65535"] {
            assert_eq!(said(port), port);
        }
        for text in ["", "-1", "65536", "4180 ", "port"] {
            assert_eq!(said(text), "--port takes a number from 0 to 65535");
        }
    }
}
