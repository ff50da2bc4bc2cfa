//! Evidence, lowered to facts.
