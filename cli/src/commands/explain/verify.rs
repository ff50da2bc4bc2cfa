//! Checks the proofs of a JSON explanation: that each follows from its own rules, facts and answers. Refuses to trust
//! anything that the file says of itself.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use engine::proof::check;
use engine::show;
use serde_json::Value;

use crate::exit::Exit;
use crate::print;
use crate::proofs::{whose, wire};

/// Checks a file and prints a line for each proof.
///
/// # Errors
/// If the file cannot be read or holds no explanation.
pub(super) fn run(file: &Path) -> Result<Exit, String> {
    let json = read(file)?;
    let whole = [json.clone()];
    let proofs = match json.get("proofs") {
        Some(Value::Array(proofs)) => proofs,
        Some(_) => return Err("`proofs` is not a list".to_owned()),
        // A single proof is one, too.
        None => &whole[..],
    };
    if proofs.is_empty() {
        return Err("there is no proof in it".to_owned());
    }
    let mut exit = Exit::Pass;
    for (at, proof) in proofs.iter().enumerate() {
        if let Some(reason) = proof.get("left_out") {
            return Err(format!("proof {at} was left out: {reason}"));
        }
        let proved = wire::read(proof).map_err(|reason| format!("proof {at} has another shape: {reason}"))?;
        let root = proved.document.steps.get(proved.document.root);
        let fact = root.map_or_else(String::new, |root| show::fact(&root.relation, &root.values));
        match check(&proved.document) {
            Ok(()) => print::line(&format!("accepted: {fact} under the rules of {}", whose(&proved.key))),
            Err(rejection) => {
                exit = Exit::Fail;
                print::line(&format!("rejected: {fact}: {rejection}"));
            }
        }
    }
    Ok(exit)
}

fn read(file: &Path) -> Result<Value, String> {
    let bytes = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = bytes.map_err(|cause| format!("{} cannot be read: {cause}", file.display()))?;
    serde_json::from_slice(&bytes).map_err(|fault| format!("{} is no JSON: {fault}", file.display()))
}
