//! Options of questions about teams as callers write them, and what is wrong with a team that cannot be read.

use crate::arguments::{Argument, Arguments, Invalid};
use crate::json;
use crate::team::DiffOptions;

const LOGINS: &str = "must be an array of strings, or a text with one login on each line, of well-formed Unicode";

/// How two states of a team are compared.
pub fn diff(given: &Argument) -> Result<DiffOptions, Invalid> {
    let given = Arguments::of(given, "", "options", &["caseSensitiveLogins"])?;
    Ok(DiffOptions { case_sensitive_logins: given.flag("caseSensitiveLogins")?.unwrap_or(false) })
}

/// Whom a removal would remove, and the login of whoever asks what that would mean.
pub fn removal<'a>(user_login: &'a Argument, given: &'a Argument) -> Result<(&'a str, Option<&'a str>), Invalid> {
    let given = Arguments::of(given, "", "options", &["self"])?;
    let login = user_login.text().map_err(|rule| Invalid::new("userLogin", rule))?;
    Ok((login, given.text("self")?))
}

/// Logins that were listed one by one.
pub fn logins(given: &Argument) -> Result<Vec<String>, Invalid> {
    given.texts().ok_or_else(|| Invalid::new("logins", LOGINS))
}

/// A team's text that is not read. It is made of an object: it is JSON, and only its size or depth can be wrong.
pub fn unreadable(error: json::Error, path: &str) -> Invalid {
    Invalid::new([path, &error.pointer].concat(), ["cannot be read: ", error.fault.message()].concat())
}

/// An object that is no team, called `path`.
pub fn no_team(error: json::Error, path: &str) -> Invalid {
    let rule = match error.fault {
        json::Fault::Missing => "is missing: give a team as the service returns it",
        _ if error.pointer == path => "must be a team as the service returns it",
        _ => "has a different type than in the service's teams",
    };
    Invalid::new(error.pointer, rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::team::Team;

    fn options(members: &[(&str, Argument)]) -> Argument {
        Argument::Members(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
    }

    fn text(text: &str) -> Argument {
        Argument::Text(text.to_owned())
    }

    fn ill_formed() -> Argument {
        Argument::IllFormed("a\u{fffd}".to_owned())
    }

    fn refusal<T>(found: Result<T, Invalid>) -> String {
        found.err().map(|invalid| invalid.to_string()).unwrap_or_default()
    }

    #[test]
    fn letter_case_of_logins_counts_where_that_is_asked_for() {
        let case_sensitive = |given: &Argument| diff(given).map(|options| options.case_sensitive_logins);
        assert_eq!(case_sensitive(&options(&[])), Ok(false));
        assert_eq!(case_sensitive(&options(&[("caseSensitiveLogins", Argument::Flag(true))])), Ok(true));
        let wrong = options(&[("caseSensitiveLogins", text("yes"))]);
        assert_eq!(refusal(diff(&wrong)), "caseSensitiveLogins must be true or false");
        assert_eq!(refusal(diff(&options(&[("self", text("ann"))]))), "self is an unknown option");
        assert_eq!(refusal(diff(&Argument::Other)), "options must be a plain object");
    }

    #[test]
    fn a_removal_is_of_a_login_and_who_asks_may_say_so() {
        let (ann, none) = (text("ann"), options(&[]));
        assert_eq!(removal(&ann, &none), Ok(("ann", None)));
        let asked = options(&[("self", text("ben"))]);
        assert_eq!(removal(&ann, &asked), Ok(("ann", Some("ben"))));
        let flag = options(&[("self", Argument::Flag(true))]);
        assert_eq!(refusal(removal(&ann, &flag)), "self must be a string");
        assert_eq!(refusal(removal(&Argument::Other, &flag)), "userLogin must be a string");
        assert_eq!(refusal(removal(&ill_formed(), &none)), "userLogin must be well-formed Unicode");
    }

    #[test]
    fn listed_logins_are_well_formed_strings() {
        let listed = logins(&Argument::List(vec![text("ann"), text("ben")]));
        assert_eq!(listed, Ok(vec!["ann".to_owned(), "ben".to_owned()]));
        for wrong in [Argument::Other, ill_formed(), Argument::List(vec![ill_formed()])] {
            assert_eq!(refusal(logins(&wrong)), format!("logins {LOGINS}"));
        }
    }

    #[test]
    fn what_is_no_team_is_named_with_what_is_wrong_with_it() {
        let read = |given: &str| {
            let value = json::parse(given.as_bytes(), &json::Limits::default());
            let value = value.map_err(|error| unreadable(error, "before"))?;
            Team::decode(value, "before").map_err(|error| no_team(error, "before"))
        };
        assert_eq!(refusal(read("[]")), "before must be a team as the service returns it");
        let missing = "before/members is missing: give a team as the service returns it";
        assert_eq!(refusal(read(r#"{"id":"3f25","name":"n"}"#)), missing);
        let typed = "before/members has a different type than in the service's teams";
        assert_eq!(refusal(read(r#"{"id":"3f25","name":"n","members":1}"#)), typed);
        let deep = [r#"{"a":"#.repeat(200), "1".to_owned(), "}".repeat(200)].concat();
        let said = refusal(read(&deep));
        assert!(said.starts_with("before/a/a/") && said.contains(" cannot be read: "), "{said}");
    }
}
