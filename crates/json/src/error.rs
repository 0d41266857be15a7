//! Why a text cannot be read.

use std::fmt::{self, Display, Write};

use serde::de::{self, Expected, Unexpected};

/// The maximum number of characters of a path, or of a message, in an error. Both may quote the text.
const QUOTE_MAX: usize = 200;

/// A text that is not JSON, or JSON of another type. The message has the path of the wrong value, and a limited length.
#[derive(Debug, PartialEq, Eq)]
pub struct Error(Box<Failure>);

#[derive(Debug, PartialEq, Eq)]
struct Failure {
    message: String,
    /// The way to the wrong value, from its end.
    path: Vec<Step>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Field(String),
    Index(usize),
}

impl Error {
    pub(crate) fn new(message: String) -> Self {
        Self(Box::new(Failure { message, path: Vec::new() }))
    }

    /// Adds the step that leads to this value from the value around it.
    pub(crate) fn within(mut self, step: Step) -> Self {
        self.0.path.push(step);
        self
    }

    fn path(&self) -> String {
        let mut path = String::new();
        for step in self.0.path.iter().rev() {
            // Writing to a `String` cannot fail.
            let _ = match step {
                Step::Field(name) if path.is_empty() => write!(path, "{name}"),
                Step::Field(name) => write!(path, ".{name}"),
                Step::Index(index) => write!(path, "[{index}]"),
            };
        }
        path
    }
}

impl Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = shortened(&self.0.message);
        if self.0.path.is_empty() {
            write!(formatter, "cannot be read: {message}")
        } else {
            write!(formatter, "has a wrong value in `{}`: {message}", shortened(&self.path()))
        }
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message.to_string())
    }

    // The messages of serde would add the formatting of floating-point numbers to a program.
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("invalid type: {}, expected {expected}", name(unexpected)))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("invalid value: {}, expected {expected}", name(unexpected)))
    }
}

fn name(unexpected: Unexpected<'_>) -> &'static str {
    match unexpected {
        Unexpected::Unit | Unexpected::Option => "null",
        Unexpected::Bool(_) => "boolean",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => "integer",
        Unexpected::Float(_) => "number",
        Unexpected::Str(_) | Unexpected::Char(_) => "string",
        Unexpected::Seq => "array",
        Unexpected::Map => "object",
        _ => "value",
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTE_MAX) {
        Some((end, _)) => [&text[..end], "…"].concat(),
        None => text.to_owned(),
    }
}
