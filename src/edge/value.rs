//! Settings as the operator writes them, read with errors that say where and what.
//!
//! Derived deserialisers would say less, and weigh more than all decisions together.

/// A value of JSON.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`, or nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Map(Vec<(String, Value)>),
}

impl Value {
    pub(super) fn text(&self) -> Result<&str, String> {
        match self {
            Value::Text(text) => Ok(text),
            _ => Err("write a text here".into()),
        }
    }

    /// A whole number above 0.
    pub(super) fn number(&self) -> Result<u32, String> {
        match self {
            Value::Number(number) if *number >= 1.0 && *number <= f64::from(u32::MAX) => {
                Ok(*number as u32)
            }
            _ => Err("write a number above 0 here".into()),
        }
    }

    /// What `read` makes of the members of a list.
    pub(super) fn list<T>(
        &self,
        read: impl Fn(&Value) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let Value::List(members) = self else {
            return Err("write a list here: [ … ]".into());
        };
        let members = members.iter().enumerate();
        members
            .map(|(i, value)| read(value).map_err(|error| format!("{}: {error}", i + 1)))
            .collect()
    }

    /// The fields of an object, whatever their names.
    pub(super) fn map(&self) -> Result<&[(String, Value)], String> {
        match self {
            Value::Map(fields) => Ok(fields),
            _ => Err("write an object here: { … }".into()),
        }
    }

    /// The object, if it has no other fields than these.
    pub(super) fn with_only(&self, known: &[&str]) -> Result<&Value, String> {
        let mut names = self.map()?.iter().map(|(name, _)| name.as_str());
        match names.find(|name| !known.contains(name)) {
            Some(name) => Err(format!(
                "there is no `{name}` here, only {}",
                known.join(", ")
            )),
            None => Ok(self),
        }
    }

    /// What `read` makes of a field, if the object has it.
    pub(super) fn field<T>(
        &self,
        name: &str,
        read: impl Fn(&Value) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        let field = self.map()?.iter().find(|(other, _)| other == name);
        match field {
            Some((_, value)) if *value != Value::Null => read(value)
                .map(Some)
                .map_err(|error| format!("{name}: {error}")),
            _ => Ok(None),
        }
    }

    /// What is called so.
    pub(super) fn one_of<T: Copy>(
        &self,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<T, String> {
        let text = self.text()?;
        let found = all.iter().find(|value| name(**value) == text);
        found.copied().ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|value| name(*value)).collect();
            format!("there is no `{text}`, only {}", names.join(", "))
        })
    }
}

/// For a field that must be there.
pub(super) fn needed<T>(field: Option<T>, name: &str) -> Result<T, String> {
    field.ok_or_else(|| format!("`{name}` is missing"))
}

#[cfg(test)]
impl Value {
    pub(super) fn of_json(text: &str) -> Value {
        fn convert(value: serde_json::Value) -> Value {
            match value {
                serde_json::Value::Null => Value::Null,
                serde_json::Value::Bool(is) => Value::Bool(is),
                serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap()),
                serde_json::Value::String(text) => Value::Text(text),
                serde_json::Value::Array(members) => {
                    Value::List(members.into_iter().map(convert).collect())
                }
                serde_json::Value::Object(fields) => Value::Map(
                    fields
                        .into_iter()
                        .map(|(name, value)| (name, convert(value)))
                        .collect(),
                ),
            }
        }
        convert(serde_json::from_str(text).unwrap())
    }
}
