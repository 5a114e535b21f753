//! A value that a file must write as an object: types that derive `Deserialize` would read it from an array too, by the order of
//! their fields.

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

/// A value that is written as an object. Everything else about it is up to `T`.
pub(crate) struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(Members(deserializer)).map(Self)
    }
}

/// Reads an object, whatever the type asks for.
struct Members<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Members<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
