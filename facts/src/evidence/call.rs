//! Rows of the call itself: the payload and the process.

use engine::{Datum, HostError};

use super::{Evidence, Rows};
use crate::origin::Origin;

impl Evidence<'_> {
    pub(super) fn call_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        let call = self.call;
        let process = |text: Option<&String>, rows: &mut Rows<'_>| {
            text.map_or(Ok(()), |text| rows.row(&[Datum::Symbol(text)], Origin::Process))
        };
        match (relation, key) {
            ("payload_error", []) => {
                if let Err(reason) = &call.payload {
                    rows.row(&[Datum::Symbol(reason)], at(""))?;
                }
            }
            ("call", []) => {
                if let Ok(payload) = &call.payload {
                    rows.row(&[Datum::Symbol(&payload.tool)], at("/tool_name"))?;
                }
            }
            ("call_field", []) => {
                for (name, value) in call.payload.iter().flat_map(|payload| &payload.fields) {
                    rows.row(&[Datum::Symbol(name), Datum::Symbol(value)], at(&format!("/{name}")))?;
                }
            }
            ("input_text", []) => {
                for (pointer, value) in call.payload.iter().flat_map(|payload| &payload.texts) {
                    let origin = at(&format!("/tool_input{pointer}"));
                    rows.row(&[Datum::Symbol(pointer), Datum::Symbol(value)], origin)?;
                }
            }
            ("session_directory", []) => process(Some(&call.directory), rows)?,
            ("hook_program", []) => process(call.program.as_ref(), rows)?,
            ("given", []) => {
                for (option, value) in &call.options {
                    rows.row(&[Datum::Symbol(option), Datum::Symbol(value)], Origin::Process)?;
                }
            }
            ("state_directory", []) => process(call.state.as_ref(), rows)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn at(pointer: &str) -> Origin {
    Origin::Payload { pointer: pointer.to_owned() }
}
