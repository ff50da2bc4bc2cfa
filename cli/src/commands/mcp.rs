//! `gatelog mcp`: a server of the Model Context Protocol on standard input and output, for agents. A reader can rely on: its
//! tools are the commands' own functions; what cannot be done is a tool's error that says how to mend it; and standard
//! output carries the protocol alone.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use rmcp::ServiceExt;
use rmcp::transport::stdio;
use tokio::runtime;

use crate::exit::Exit;
use crate::print;

mod ask;
mod points;
mod server;
mod tools;

use server::Server;

/// Serves agents.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  claude mcp add gatelog -- gatelog mcp\n\nThe tools are explain, check, points and ask; docs/mcp.md says what they take and give. `ask` puts a question through the client's elicitation, so that the person answers it there."
)]
pub(crate) struct McpArgs {
    /// The directory that the tools work in; the server's own if left out
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// Serves until the client goes.
pub(crate) fn run(args: &McpArgs) -> ExitCode {
    match served(args) {
        Ok(()) => Exit::Pass.into(),
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

fn served(args: &McpArgs) -> Result<(), String> {
    if let Some(root) = &args.root {
        env::set_current_dir(root).map_err(|cause| format!("{} cannot be worked in: {cause}", root.display()))?;
    }
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|cause| format!("the server cannot be started: {cause}"))?;
    let ended = runtime.block_on(async {
        let service = Server.serve(stdio()).await.map_err(|cause| format!("no client spoke the protocol: {cause}"))?;
        service.waiting().await.map_err(|cause| format!("the server stopped: {cause}"))
    });
    // A tool that is still at work is not waited for: nobody is there to hear of it.
    runtime.shutdown_background();
    ended.map(drop)
}
