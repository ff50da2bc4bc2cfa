//! `cargo run --release --manifest-path tests/peers/Cargo.toml -- --gatelog target/release/gatelog [--quick] [WORKLOAD…]`:
//! the engine and its peers on the same files, whole processes in turn, as ratios to ascent, and their peak memory. A
//! reader can rely on: the engines' counts are equal, or the run ends with what differs.

mod inputs;
mod with_ascent;
mod with_crepe;
mod with_datafrog;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use wait4::Wait4;

const WORKLOADS: [&str; 7] =
    ["paths-random", "paths-chain", "generations", "pointers", "groups", "triangles", "sessions"];

/// The first is what the others are compared with.
const PEERS: [&str; 3] = ["ascent", "crepe", "datafrog"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [peer, workload, folder] = arguments.as_slice()
        && PEERS.contains(&peer.as_str())
    {
        return run_peer(peer, workload, Path::new(folder));
    }
    match Settings::read(&arguments).and_then(|settings| compare(&settings)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one peer in this process and prints its counts; fails where the peer has no such workload.
fn run_peer(peer: &str, workload: &str, folder: &Path) -> ExitCode {
    let counts = match peer {
        "ascent" => with_ascent::run(workload, folder),
        "crepe" => with_crepe::run(workload, folder),
        _ => with_datafrog::run(workload, folder),
    };
    let Some(counts) = counts else {
        return ExitCode::FAILURE;
    };
    for count in counts {
        println!("{count}");
    }
    ExitCode::SUCCESS
}

struct Settings {
    gatelog: PathBuf,
    /// 1 for a quick look.
    scale: u64,
    rounds: usize,
    workloads: Vec<String>,
}

impl Settings {
    fn read(arguments: &[String]) -> Result<Self, String> {
        let mut settings = Self {
            gatelog: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/release/gatelog"),
            scale: 5,
            rounds: 5,
            workloads: Vec::new(),
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => (settings.scale, settings.rounds) = (1, 3),
                "--gatelog" => {
                    let path = arguments.next().ok_or("--gatelog needs a path")?;
                    settings.gatelog = path.into();
                }
                name if WORKLOADS.contains(&name) => settings.workloads.push(name.to_owned()),
                other => return Err(format!("`{other}` is no workload; there are {}", WORKLOADS.join(", "))),
            }
        }
        if !settings.gatelog.exists() {
            return Err(format!(
                "{} is not there: cargo build --release -p gatelog, or give --gatelog PATH",
                settings.gatelog.display()
            ));
        }
        if settings.workloads.is_empty() {
            settings.workloads = WORKLOADS.map(str::to_owned).to_vec();
        }
        Ok(settings)
    }
}

/// One engine on one workload.
struct Contender {
    name: &'static str,
    program: PathBuf,
    arguments: Vec<String>,
    seconds: Vec<f64>,
    peak: u64,
}

fn compare(settings: &Settings) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|cause| cause.to_string())?;
    println!("{:<14} {:<9} {:>9} {:>7} {:>10}", "workload", "engine", "seconds", "ratio", "peak MiB");
    for workload in &settings.workloads {
        let data = folder.path().join(workload);
        inputs::write(workload, settings.scale, &data).map_err(|cause| cause.to_string())?;
        let mut contenders = contenders(settings, workload, &data)?;
        let mut counts: Option<Vec<String>> = None;
        // The first round warms up.
        for round in 0..=settings.rounds {
            for contender in &mut contenders {
                let (found, seconds, peak) = measure(contender)?;
                if *counts.get_or_insert_with(|| found.clone()) != found {
                    return Err(format!("{workload}: {} counts {found:?}, ascent {counts:?}", contender.name));
                }
                if round > 0 {
                    contender.seconds.push(seconds);
                    contender.peak = contender.peak.max(peak);
                }
            }
        }
        print(workload, &contenders);
    }
    Ok(())
}

fn contenders(settings: &Settings, workload: &str, data: &Path) -> Result<Vec<Contender>, String> {
    let own = std::env::current_exe().map_err(|cause| cause.to_string())?;
    let data = data.display().to_string();
    let has = |peer: &str| match peer {
        "ascent" => true,
        "crepe" => ["paths-random", "paths-chain", "generations", "triangles"].contains(&workload),
        _ => ["paths-random", "paths-chain", "generations"].contains(&workload),
    };
    let contender = |name, program, arguments| Contender { name, program, arguments, seconds: Vec::new(), peak: 0 };
    let mut list: Vec<Contender> = PEERS
        .into_iter()
        .filter(|peer| has(peer))
        .map(|peer| contender(peer, own.clone(), vec![peer.to_owned(), workload.to_owned(), data.clone()]))
        .collect();
    let name = workload.split('-').next().unwrap_or(workload);
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/{name}.dl"));
    let arguments = vec!["eval".to_owned(), program.display().to_string(), "-F".to_owned(), data];
    list.push(contender("gatelog", settings.gatelog.clone(), arguments));
    Ok(list)
}

/// The counts that a process prints, its seconds, and its peak memory in bytes.
fn measure(contender: &Contender) -> Result<(Vec<String>, f64, u64), String> {
    let mut command = Command::new(&contender.program);
    command.args(&contender.arguments).stdout(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().map_err(|cause| cause.to_string())?;
    let mut text = String::new();
    if let Some(mut stdout) = child.stdout.take() {
        std::io::Read::read_to_string(&mut stdout, &mut text).map_err(|cause| cause.to_string())?;
    }
    let ended = child.wait4().map_err(|cause| cause.to_string())?;
    if !ended.status.success() {
        return Err(format!("{} failed: {:?}", contender.name, contender.arguments));
    }
    // The engine prints a relation's name before its count.
    let counts = text.lines().map(|line| line.rsplit('\t').next().unwrap_or(line).to_owned());
    Ok((counts.collect(), start.elapsed().as_secs_f64(), ended.rusage.maxrss))
}

fn print(workload: &str, contenders: &[Contender]) {
    for contender in contenders {
        let ratios = contender.seconds.iter().zip(&contenders[0].seconds).map(|(own, first)| own / first);
        println!(
            "{workload:<14} {:<9} {:>9.3} {:>7.2} {:>10.1}",
            contender.name,
            median(contender.seconds.clone()),
            median(ratios.collect()),
            contender.peak as f64 / f64::from(1 << 20),
        );
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
