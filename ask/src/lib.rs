//! Asking a person. A question is a message and the JSON Schema of its answer; who carries it to the person is a provider.
//! A reader can rely on: an unusable schema fails before anybody is asked, an answer is judged once, only a judged one is
//! recorded, and a recorded one is never taken for the answer to another question. Refuses to know points' files,
//! ledgers, rules and the clock.

mod bounded;
pub mod fingerprint;
mod form;
pub mod journal;
pub mod point;
pub mod provider;
pub mod question;
pub mod recorded;
pub mod schema;
