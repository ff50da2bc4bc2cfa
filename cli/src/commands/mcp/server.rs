//! The server as the protocol sees it: its name, its tools, and a call of one. A reader can rely on: a tool runs beside the
//! protocol, so that a long check leaves the client answered; its failure is a result that the agent can read.

use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use tokio::runtime::Handle;
use tokio::task;

use super::ask::Client;
use super::tools::{self, Given};

/// What an agent is told before it calls a tool.
const INSTRUCTIONS: &str = "gatelog gates writes in this repository: some paths may be written only after a person was \
    asked. When a write is refused, call `explain` with the refusal's id. Before you write, `points` says which paths \
    are gated, by which question, and whether it is settled. Run `check` before you say that work is done.";

/// The server; it keeps nothing between calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Server;

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("gatelog", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = Client { peer: context.peer, cancelled: context.ct, runtime: Handle::current() };
        let arguments = request.arguments.unwrap_or_default();
        let name = request.name;
        let done = task::spawn_blocking(move || tools::call(&name, &arguments, client)).await;
        let done = done.unwrap_or_else(|_| Err("this is a defect of gatelog; please report it".to_owned()));
        Ok(CallToolResponse::Complete(match done {
            Ok(Given::Text(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Ok(Given::Json(value)) => CallToolResult::structured(value),
            Err(reason) => CallToolResult::error(vec![ContentBlock::text(reason)]),
        }))
    }
}
