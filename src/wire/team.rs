//! A team and its members, as the team operations answer them.

use crate::json::{Error, Value};
use crate::wire::decode::{Fields, pointer_to_item};
use crate::wire::members::Members;
use serde::{Serialize, Serializer};

/// A developer team. Fields that the answer leaves out are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Team {
    /// UUID of the team.
    pub id: String,
    /// Display name; empty where the answer has none.
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
    /// Whether `null` stands there: the one field whose type has it, so it is handed on.
    pub parent_is_null: bool,
    /// Assigned repositories, `<org>/<repository>`.
    pub repositories: Vec<String>,
    /// Whether the team is active, where the answer says so.
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
    pub fn decode(value: &Value, pointer: &str) -> Result<Team, Error> {
        let mut fields = Fields::of(value, pointer)?;
        let id = fields.required_text("id")?;
        fields.required("members")?;
        let members_at = fields.pointer_to("members");
        let members = fields.items("members")?.iter().enumerate();
        let members = members.map(|(at, member)| Member::decode(member, &pointer_to_item(&members_at, at)));
        Ok(Team {
            id,
            members: members.collect::<Result<_, _>>()?,
            name: fields.text("name")?.unwrap_or_default(),
            description: fields.text("description")?,
            color: fields.text("color")?,
            created_at: fields.text("created_at")?,
            updated_at: fields.text("updated_at")?,
            created_by: fields.text("created_by")?,
            team_leads: fields.texts("team_leads")?,
            tags: fields.texts("tags")?,
            parent_team_id: fields.text("parent_team_id")?,
            parent_is_null: fields.is_null("parent_team_id"),
            repositories: fields.texts("repositories")?,
            is_active: fields.flag("is_active")?,
            extra: fields.rest(),
        })
    }

    /// The team as the interface writes it, absent fields left out.
    pub fn to_value(&self) -> Value {
        let mut out = Members::default();
        out.text("id", Some(&self.id));
        out.text("name", Some(&self.name));
        out.text("description", self.description.as_ref());
        out.text("color", self.color.as_ref());
        out.text("created_at", self.created_at.as_ref());
        out.text("updated_at", self.updated_at.as_ref());
        out.text("created_by", self.created_by.as_ref());
        out.texts("team_leads", &self.team_leads);
        out.push("members", Value::Array(self.members.iter().map(Member::to_value).collect()));
        out.texts("tags", &self.tags);
        match &self.parent_team_id {
            None if self.parent_is_null => out.push("parent_team_id", Value::Null),
            parent => out.text("parent_team_id", parent.as_ref()),
        }
        out.texts("repositories", &self.repositories);
        if let Some(active) = self.is_active {
            out.push("is_active", Value::Bool(active));
        }
        out.with(&self.extra)
    }
}

impl Member {
    /// Reads a member. `user_login` is its key, so it must be there.
    pub fn decode(value: &Value, pointer: &str) -> Result<Member, Error> {
        let mut fields = Fields::of(value, pointer)?;
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
        let mut out = Members::default();
        out.text("user_login", Some(&self.user_login));
        out.text("user_name", self.user_name.as_ref());
        out.text("joined_at", self.joined_at.as_ref());
        out.text("role", self.role.as_ref());
        out.with(&self.extra)
    }
}

impl Serialize for Team {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}

impl Serialize for Member {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}
