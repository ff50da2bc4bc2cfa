//! x
use engine::source::SourceId;
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut d = Vec::new();
        match engine::syntax::format(&text, SourceId(0), &mut d) {
            Some(out) => {
                let again = engine::syntax::format(&out, SourceId(0), &mut d);
                if again.as_ref() != Some(&out) { println!("NOT IDEMPOTENT {path} {d:?}"); std::fs::write(format!("{path}.2"), again.unwrap_or_default()).unwrap(); }
                if out != text { std::fs::write(&path, out).unwrap(); println!("changed {path}"); }
            }
            None => println!("FAULT {path}: {:?}", d[0].message),
        }
    }
}
