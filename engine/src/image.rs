//! A checked program as bytes, for a host that knows a program when it is built: reading the bytes back costs a fraction of
//! reading and checking the texts. A reader can rely on: what is read back is what was written. Knows no files, and
//! trusts its bytes: they are to be written by the engine that reads them, and held to the texts by a test.

use serde::{Deserialize, Serialize};

use crate::compile::Loader;
use crate::program::Program;
use crate::source::Sources;

/// What the bytes say.
#[derive(Deserialize, Serialize)]
struct Image<P> {
    /// Names of the texts that places are in, in order.
    names: Vec<String>,
    program: P,
}

/// The bytes of a program and of the names of its texts.
///
/// # Errors
/// If a part cannot be written, in a few words.
pub fn write(sources: &Sources, program: &Program) -> Result<Vec<u8>, String> {
    let names = sources.iter().map(|(_, source)| source.name.to_string()).collect();
    postcard::to_allocvec(&Image { names, program }).map_err(|cause| cause.to_string())
}

/// The program of these bytes, with its texts as the loader has them; nothing if they are no image, or a text is gone.
pub fn read(bytes: &[u8], loader: &mut dyn Loader) -> Option<(Sources, Program)> {
    let image: Image<Program> = postcard::from_bytes(bytes).ok()?;
    let mut sources = Sources::new();
    for name in image.names {
        let text = loader.load(&name).ok()?;
        sources.add(name, text);
    }
    Some((sources, image.program))
}
