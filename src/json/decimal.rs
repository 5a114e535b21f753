//! Writes whole numbers in decimal, without the machinery of `format!`.

/// Appends `number`.
pub fn write(number: u64, out: &mut String) {
    if number >= 10 {
        write(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}
