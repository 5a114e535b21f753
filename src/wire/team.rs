//! A team and its members, as the team operations answer them.

use crate::json::{Error, Value};
use crate::wire::decode::{Fields, each};
use serde::{Serialize, Serializer};

/// A developer team. Fields that the answer leaves out are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Team {
    /// UUID of the team.
    pub id: String,
    /// Display name; empty if the answer has none.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// `#RRGGBB` after the interface; anything else is kept as it came.
    pub color: Option<String>,
    /// Date-time as it came.
    pub created_at: Option<String>,
    /// Date-time as it came.
    pub updated_at: Option<String>,
    /// Who created the team.
    pub created_by: Option<String>,
    /// Logins of the leads.
    pub team_leads: Vec<String>,
    /// The members, in the service's order.
    pub members: Vec<Member>,
    /// Free labels.
    pub tags: Vec<String>,
    /// Identifier of the parent team.
    pub parent_team_id: Option<String>,
    /// Whether the answer has it as `null`. No other field's type allows that, so it is not left out as absent.
    pub parent_is_null: bool,
    /// Assigned repositories, `<org>/<repository>`.
    pub repositories: Vec<String>,
    /// Whether the team is active, if the answer says so.
    pub is_active: Option<bool>,
    /// Fields that the interface does not name.
    pub extra: Vec<(String, Value)>,
}

/// One member of a team.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Member {
    /// Login or e-mail.
    pub user_login: String,
    /// Display name.
    pub user_name: Option<String>,
    /// Date-time as it came.
    pub joined_at: Option<String>,
    /// `member`, `lead`, or a word that the interface does not know yet.
    pub role: Option<String>,
    /// Fields that the interface does not name.
    pub extra: Vec<(String, Value)>,
}

impl Team {
    /// Reads a team. `id` and `members` must be there; a value of another type than the interface's is an error.
    pub fn decode(value: Value, pointer: &str) -> Result<Team, Error> {
        let mut fields = Fields::of(value, pointer)?;
        let id = fields.required_text("id")?;
        let members = fields.required_items("members")?;
        Ok(Team {
            id,
            members: each(members, &fields.pointer_to("members"), Member::decode)?,
            name: fields.text("name")?.unwrap_or_default(),
            description: fields.text("description")?,
            color: fields.text("color")?,
            created_at: fields.text("created_at")?,
            updated_at: fields.text("updated_at")?,
            created_by: fields.text("created_by")?,
            team_leads: fields.texts("team_leads")?,
            tags: fields.texts("tags")?,
            parent_is_null: fields.is_null("parent_team_id"),
            parent_team_id: fields.text("parent_team_id")?,
            repositories: fields.texts("repositories")?,
            is_active: fields.flag("is_active")?,
            extra: fields.rest(),
        })
    }

    /// The team as the interface writes it, absent fields left out.
    pub fn to_value(&self) -> Value {
        to_object(self.parts(&self.extra))
    }

    /// Serialises the team with these fields in place of `extra`.
    pub fn serialize_with<S: Serializer>(&self, extra: &[(String, Value)], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.parts(extra))
    }

    fn parts<'a>(&'a self, extra: &'a [(String, Value)]) -> Vec<(&'a str, Part<'a>)> {
        let parent = match &self.parent_team_id {
            None if self.parent_is_null => Some(("parent_team_id", Part::Null)),
            parent => text("parent_team_id", parent),
        };
        let parts = [
            Some(("id", Part::Text(&self.id))),
            Some(("name", Part::Text(&self.name))),
            text("description", &self.description),
            text("color", &self.color),
            text("created_at", &self.created_at),
            text("updated_at", &self.updated_at),
            text("created_by", &self.created_by),
            Some(("team_leads", Part::Texts(&self.team_leads))),
            Some(("members", Part::Members(&self.members))),
            Some(("tags", Part::Texts(&self.tags))),
            parent,
            Some(("repositories", Part::Texts(&self.repositories))),
            self.is_active.map(|is_active| ("is_active", Part::Flag(is_active))),
        ];
        parts.into_iter().flatten().chain(rest(extra)).collect()
    }
}

impl Member {
    /// Reads a member. `user_login` is its key, so it must be there.
    fn decode(value: Value, pointer: &dyn Fn() -> String) -> Result<Member, Error> {
        let mut fields = Fields::of(value, pointer())?;
        Ok(Member {
            user_login: fields.required_text("user_login")?,
            user_name: fields.text("user_name")?,
            joined_at: fields.text("joined_at")?,
            role: fields.text("role")?,
            extra: fields.rest(),
        })
    }

    /// The member as the interface writes it, absent fields left out.
    pub fn to_value(&self) -> Value {
        to_object(self.parts())
    }

    fn parts(&self) -> Vec<(&str, Part<'_>)> {
        let parts = [
            Some(("user_login", Part::Text(&self.user_login))),
            text("user_name", &self.user_name),
            text("joined_at", &self.joined_at),
            text("role", &self.role),
        ];
        parts.into_iter().flatten().chain(rest(&self.extra)).collect()
    }
}

/// The value of a field, if it has one.
enum Part<'a> {
    Null,
    Flag(bool),
    Text(&'a str),
    Texts(&'a [String]),
    Members(&'a [Member]),
    Rest(&'a Value),
}

fn text<'a>(name: &'a str, text: &'a Option<String>) -> Option<(&'a str, Part<'a>)> {
    text.as_ref().map(|text| (name, Part::Text(text)))
}

fn rest(extra: &[(String, Value)]) -> impl Iterator<Item = (&str, Part<'_>)> {
    extra.iter().map(|(name, value)| (name.as_str(), Part::Rest(value)))
}

fn to_object(parts: Vec<(&str, Part<'_>)>) -> Value {
    let value = |part| match part {
        Part::Null => Value::Null,
        Part::Flag(flag) => Value::Bool(flag),
        Part::Text(text) => Value::from(text),
        Part::Texts(texts) => Value::Array(texts.iter().map(|text| Value::from(text.as_str())).collect()),
        Part::Members(members) => Value::Array(members.iter().map(Member::to_value).collect()),
        Part::Rest(value) => value.clone(),
    };
    Value::Object(parts.into_iter().map(|(name, part)| (name.to_owned(), value(part))).collect())
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Part::Null => serializer.serialize_unit(),
            Part::Flag(flag) => serializer.serialize_bool(*flag),
            Part::Text(text) => serializer.serialize_str(text),
            Part::Texts(texts) => texts.serialize(serializer),
            Part::Members(members) => members.serialize(serializer),
            Part::Rest(value) => value.serialize(serializer),
        }
    }
}

impl Serialize for Team {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_with(&self.extra, serializer)
    }
}

impl Serialize for Member {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.parts())
    }
}
