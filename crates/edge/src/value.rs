//! Settings as the operator writes them, read with errors that say where and what.
//!
//! Derived deserialisers would say less, and weigh more than all decisions together.

use std::fmt;
use std::ops::RangeInclusive;

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

/// What is wrong with a setting, and where.
///
/// ```
/// use offprint_edge::{Policy, Value};
/// let rule = Value::Map(vec![("action".into(), Value::Text("refuze".into()))]);
/// let rules = Value::Map(vec![("rules".into(), Value::List(vec![rule]))]);
/// let fault = Policy::read(&rules).unwrap_err().to_string();
/// assert!(fault.starts_with("rules[0].action: there is no `refuze`, only annotate,"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path of what is wrong, as `rules[2].action`: members of lists are counted from 0.
    pub place: String,
    /// What is wrong, and what to do about it.
    pub message: String,
}

impl Fault {
    /// The same within what contains it.
    pub(super) fn within(mut self, place: &str) -> Fault {
        let dot = if self.place.is_empty() || self.place.starts_with('[') {
            ""
        } else {
            "."
        };
        self.place = format!("{place}{dot}{}", self.place);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.message),
            place => write!(f, "{place}: {}", self.message),
        }
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Fault {
        let place = String::new();
        Fault { place, message }
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Fault {
        message.to_owned().into()
    }
}

impl From<Fault> for String {
    fn from(fault: Fault) -> String {
        fault.to_string()
    }
}

impl Value {
    pub(super) fn text(&self) -> Result<&str, Fault> {
        match self {
            Value::Text(text) => Ok(text),
            _ => Err("write a text here".into()),
        }
    }

    pub(super) fn bool(&self) -> Result<bool, Fault> {
        match self {
            Value::Bool(is) => Ok(*is),
            _ => Err("write true or false here".into()),
        }
    }

    /// A whole number within bounds.
    pub(super) fn number(&self, bounds: RangeInclusive<u32>) -> Result<u32, Fault> {
        let (least, most) = bounds.into_inner();
        match self {
            Value::Number(number)
                if *number >= f64::from(least)
                    && *number <= f64::from(most)
                    && number.fract() == 0.0 =>
            {
                Ok(*number as u32)
            }
            _ => Err(format!("write a whole number from {least} to {most} here").into()),
        }
    }

    /// What `read` makes of the members of a list.
    pub(super) fn list<T, E: Into<Fault>>(
        &self,
        read: impl Fn(&Value) -> Result<T, E>,
    ) -> Result<Vec<T>, Fault> {
        let Value::List(members) = self else {
            return Err("write a list here: [ … ]".into());
        };
        let members = members.iter().enumerate();
        members
            .map(|(i, value)| read(value).map_err(|fault| fault.into().within(&format!("[{i}]"))))
            .collect()
    }

    /// The fields of an object, whatever their names.
    pub(super) fn map(&self) -> Result<&[(String, Value)], Fault> {
        match self {
            Value::Map(fields) => Ok(fields),
            _ => Err("write an object here: { … }".into()),
        }
    }

    /// The object, if it has no other fields than these.
    pub(super) fn with_only(&self, known: &[&str]) -> Result<&Value, Fault> {
        let mut names = self.map()?.iter().map(|(name, _)| name.as_str());
        match names.find(|name| !known.contains(name)) {
            Some(name) => Err(Fault {
                place: name.to_owned(),
                message: format!("there is no `{name}` here, only {}", known.join(", ")),
            }),
            None => Ok(self),
        }
    }

    /// What `read` makes of a field, if the object has it.
    pub(super) fn field<T, E: Into<Fault>>(
        &self,
        name: &str,
        read: impl Fn(&Value) -> Result<T, E>,
    ) -> Result<Option<T>, Fault> {
        let Some((_, value)) = self.map()?.iter().find(|(other, _)| other == name) else {
            return Ok(None);
        };
        let read = match value {
            // Were it nothing, a rule with `"class": null` would be for everybody.
            Value::Null => Err("null says nothing: leave this out, or write what is meant".into()),
            value => read(value).map_err(Into::into),
        };
        read.map(Some).map_err(|fault| fault.within(name))
    }

    /// What is called so.
    pub(super) fn one_of<T: Copy>(
        &self,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<T, Fault> {
        let text = self.text()?;
        let found = all.iter().find(|value| name(**value) == text);
        found.copied().ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|value| name(*value)).collect();
            format!("there is no `{text}`, only {}", names.join(", ")).into()
        })
    }
}

/// For a field that must be there.
pub(super) fn needed<T>(field: Option<T>, name: &str) -> Result<T, Fault> {
    field.ok_or_else(|| format!("`{name}` is missing").into())
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
