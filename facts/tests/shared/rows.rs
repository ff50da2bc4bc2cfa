//! What the loaders answer, as texts: one way to ask for every test program.

use engine::{Datum, Host, HostError, Origin, Sink};
use facts::evidence::{Call, Evidence};
use facts::git::Version;
use facts::world::Disk;

/// Rows with their origins.
#[derive(Default)]
struct Collected(Vec<(Vec<String>, Origin)>);

impl Sink for Collected {
    fn row(&mut self, values: &[Datum<'_>], origin: Origin) -> Result<(), HostError> {
        let text = |value: &Datum<'_>| match value {
            Datum::Symbol(text) => (*text).to_owned(),
            Datum::Number(number) => number.to_string(),
            other => format!("{other:?}"),
        };
        self.0.push((values.iter().map(text).collect(), origin));
        Ok(())
    }
}

/// What a relation has for a key, asked from a directory: the columns behind the key, which every row
/// must begin with, and the origin.
pub(crate) fn asked(directory: &str, relation: &str, key: &[&str]) -> Result<Vec<(Vec<String>, String)>, HostError> {
    let call = Call {
        payload: Err("no call".to_owned()),
        directory: directory.to_owned(),
        program: None,
        state: None,
        options: Vec::new(),
    };
    let mut disk = Disk::new(None);
    let mut evidence = Evidence::new(&mut disk, &call, Version::Working);
    let mut found = Collected::default();
    let data: Vec<Datum<'_>> = key.iter().map(|text| Datum::Symbol(text)).collect();
    evidence.load(relation, &data, &mut found)?;
    let row = |(row, origin): (Vec<String>, Origin)| {
        let origin = evidence.origin(origin).expect("every row has one").to_string();
        let (echoed, answered) = row.split_at(key.len());
        assert_eq!(echoed, key, "{relation} answers for another key");
        (answered.to_vec(), origin)
    };
    Ok(found.0.into_iter().map(row).collect())
}

/// A row and its origin on one line.
#[allow(dead_code, reason = "some test programs take them apart")]
pub(crate) fn line((row, origin): &(Vec<String>, String)) -> String {
    format!("{} -- {origin}", row.join(" | "))
}
