//! A form as a page has it: all of it at once, so it has a bound. What lies beyond is written as JSON.

use crate::form::{self, Field, Form, Kind};

/// A page has so many values.
const MOST: usize = 500;

/// A value of the page.
pub(super) struct Node<'s> {
    /// What its inputs are called.
    pub(super) path: String,
    pub(super) field: Field<'s>,
    /// Whether it cannot be left out, whatever else is filled in.
    pub(super) wanted: bool,
    /// Members by name, or forms to choose from by number.
    pub(super) inner: Vec<(String, Node<'s>)>,
}

impl<'s> Node<'s> {
    /// The page of a form.
    pub(super) fn of(form: &Form<'s>) -> Self {
        let mut left = MOST;
        Self::below(form, "v".to_owned(), form.root(), true, &mut left)
    }

    fn below(form: &Form<'s>, path: String, mut field: Field<'s>, wanted: bool, left: &mut usize) -> Self {
        let inner = match &field.kind {
            Kind::Object(_) => form.members(&field),
            Kind::Variants(_) => {
                form.variants(&field).into_iter().enumerate().map(|(nth, one)| (nth.to_string(), one)).collect()
            }
            _ => Vec::new(),
        };
        if inner.len() > *left {
            field.kind = Kind::Json;
            return Self { path, field, wanted, inner: Vec::new() };
        }
        *left -= inner.len();
        let required: Vec<&str> = form::required(field.schema).collect();
        let is_object = matches!(field.kind, Kind::Object(_));
        let inner = inner.into_iter().map(|(name, one)| {
            let wanted = !is_object || required.contains(&name.as_str());
            let node = Self::below(form, format!("{path}/{name}"), one, wanted, left);
            (name, node)
        });
        let inner = inner.collect();
        Self { path, field, wanted, inner }
    }
}
