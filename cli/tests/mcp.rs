//! `gatelog mcp`, spoken to by a client of another library's making: what its tools say, and whose answers count.

#![expect(clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::fs;

use rmcp::handler::client::ClientHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, ElicitationCapability, ErrorData, Implementation,
};
use rmcp::service::{RequestContext, RoleClient, RunningService};
use rmcp::transport::TokioChildProcess;
use rmcp::{Peer, ServiceExt};
use serde_json::{Value, json};
use tests::sandbox::{POINTS_FILE, Sandbox, write_call};

const POINTS: &str = r#"{"points": [
  {"id": "plan.goal", "asks": "What is the plan for?", "scope": "repository", "required": true, "recommended": null,
   "allowed_provenance": ["human", "provisional", "absent"], "gate_globs": ["docs/plan.md"]},
  {"id": "plan.tone", "asks": "In what tone?", "scope": "work", "recommended": null,
   "allowed_provenance": ["human", "absent"], "gate_globs": ["docs/tone.md"]}
]}
"#;

/// The person at the client, who answers all the same thing; none: the client cannot ask.
#[derive(Clone)]
struct Person(Option<(ElicitationAction, Value)>);

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = self.0.is_some().then(ElicitationCapability::default);
        ClientConfig::new(capabilities, Implementation::new("a-test", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let asks =
            matches!(&request, ElicitRequestParams::FormElicitationParams { message, .. } if message.contains('?'));
        assert!(asks, "a form that asks: {request:?}");
        let (action, answer) = self.0.clone().unwrap();
        let mut result = ElicitResult::new(action);
        result.content = Some(answer);
        Ok(result)
    }
}

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    let ledger = "# Ledger\n\n| Point | State | Who | When | Landed in | Backlog row |\n|---|---|---|---|---|---|\n\
         \n## Questions this run asked that no point declares\n\nNone.\n";
    sandbox.tree("main", &[(POINTS_FILE, POINTS), ("docs/adoption-provenance.md", ledger), ("docs/a.md", "a\n")]);
    sandbox.commit("main");
    sandbox
}

/// Starts the server in a tree, and does something with a client.
fn with_client<T>(sandbox: &Sandbox, person: Person, done: impl AsyncFnOnce(&Peer<RoleClient>) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
        command.arg("mcp");
        let transport = TokioChildProcess::new(tokio::process::Command::from(command)).unwrap();
        let service: RunningService<RoleClient, Person> = person.serve(transport).await.unwrap();
        let result = done(service.peer()).await;
        service.cancel().await.unwrap();
        result
    })
}

async fn call(peer: &Peer<RoleClient>, name: &'static str, arguments: Value) -> (bool, String) {
    let mut request = CallToolRequestParams::new(name);
    request.arguments = arguments.as_object().cloned();
    let result: CallToolResult = peer.call_tool(request).await.unwrap();
    let value = serde_json::to_value(&result).unwrap();
    (result.is_error == Some(true), value["content"][0]["text"].as_str().unwrap_or_default().to_owned())
}

fn one(
    sandbox: &Sandbox,
    person: Option<(ElicitationAction, Value)>,
    name: &'static str,
    arguments: Value,
) -> (bool, String) {
    with_client(sandbox, Person(person), async |peer| call(peer, name, arguments).await)
}

fn journal(sandbox: &Sandbox) -> String {
    fs::read_to_string(sandbox.path("main/.gatelog/answers.jsonl")).unwrap_or_default()
}

/// X5: a gated call is explained with its ways out and its proof, another one passes, and what is no call is an error that
/// the agent can read.
#[test]
fn explain_judges_as_the_hook_does() {
    let sandbox = sandbox();
    let text = |name: &str| write_call(&sandbox.text(&format!("main/{name}")), "x");
    let (gated, free) = (text("docs/plan.md"), text("docs/a.md"));
    with_client(&sandbox, Person(None), async |peer| {
        let (failed, told) = call(peer, "explain", json!({ "call": gated })).await;
        assert!(!failed && told.contains("verdict: refused") && told.contains("proof under"), "{told}");
        assert!(told.contains("plan.goal") && told.contains("What is the plan for?"), "{told}");
        let (failed, told) = call(peer, "explain", json!({ "call": free })).await;
        assert!(!failed && told.contains("verdict: passed"), "{told}");
        let (failed, told) = call(peer, "explain", json!({ "id": "0123456789ab" })).await;
        assert!(failed && told.contains("no decision"), "{told}");
        let (failed, told) = call(peer, "explain", json!({})).await;
        assert!(failed && told.contains("`id`") && told.contains("`call`"), "{told}");
    });
}

/// L2, C1: a check's report is that of the command; a check that nobody knows is an error that names those there are.
#[test]
fn check_reports_as_the_command_does() {
    let sandbox = sandbox();
    let (failed, told) = one(&sandbox, None, "check", json!({ "names": ["provenance"] }));
    assert!(!failed, "{told}");
    let report: Value = serde_json::from_str(&told).unwrap();
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(["check", "provenance", "--format", "json"]);
    let same: Value = serde_json::from_slice(&sandbox.run(command, b"").stdout).unwrap();
    assert_eq!(report, same);
    assert_eq!(report["verdict"], "fail", "{told}");
    let (failed, told) = one(&sandbox, None, "check", json!({ "names": ["provenence"] }));
    assert!(failed && told.contains("provenance"), "{told}");
}

/// G12: the points, and that a committed row settles one of the repository's and none of the work's.
#[test]
fn points_are_open_until_a_row_is_committed() {
    let sandbox = sandbox();
    let status = |id: &str| -> Value {
        let (failed, told) = one(&sandbox, None, "points", json!({}));
        assert!(!failed, "{told}");
        let listed: Value = serde_json::from_str(&told).unwrap();
        listed["points"].as_array().unwrap().iter().find(|point| point["id"] == id).unwrap().clone()
    };
    let goal = status("plan.goal");
    assert_eq!((&goal["status"], &goal["gates"]), (&json!("open"), &json!(["docs/plan.md"])));
    let text = fs::read_to_string(sandbox.path("main/docs/adoption-provenance.md")).unwrap();
    let row = |id: &str| format!("| {id} | human | Ann | 2026-03-14 | docs/a.md | - |\n");
    let text = text.replace(
        "|---|---|---|---|---|---|\n",
        &format!("|---|---|---|---|---|---|\n{}{}", row("plan.goal"), row("plan.tone")),
    );
    sandbox.write("main", &[("docs/adoption-provenance.md", &text)]);
    assert_eq!(status("plan.goal")["status"], "open", "the row is not committed");
    sandbox.commit("main");
    assert_eq!(status("plan.goal")["settled_by"]["state"], "human");
    assert_eq!(status("plan.tone")["status"], "open");
}

/// J3, J6: the client's person answers; the answer is in the journal as `mcp`'s, its row in the ledger, and nobody is asked
/// again. An answer that does not fit, or that nobody gives, leaves nothing.
#[test]
fn the_person_at_the_client_answers_a_point() {
    let sandbox = sandbox();
    let said = |value: Value| Some((ElicitationAction::Accept, value));
    let ask = |person| one(&sandbox, person, "ask", json!({ "point": "plan.goal", "landed_in": "docs/plan.md" }));
    let (failed, told) = ask(Some((ElicitationAction::Decline, Value::Null)));
    assert!(failed && told.contains("declined"), "{told}");
    let (failed, told) = ask(said(json!({ "state": "human" })));
    assert!(failed && told.contains("schema"), "{told}");
    assert_eq!(journal(&sandbox), "");

    let answer = json!({ "state": "human", "answer": "to sell", "who": "Ann", "backlog": "" });
    let (failed, told) = ask(said(answer));
    assert!(!failed && told.contains("to sell") && told.contains("docs/adoption-provenance.md"), "{told}");
    let entries = journal(&sandbox);
    assert!(entries.contains(r#""provider":"mcp""#) && !entries.contains("backlog"), "{entries}");
    let ledger = fs::read_to_string(sandbox.path("main/docs/adoption-provenance.md")).unwrap();
    assert!(ledger.contains("plan.goal") && ledger.contains("Ann"), "{ledger}");

    let (failed, told) = ask(None);
    assert!(!failed && told.contains(r#""recalled":true"#), "the client cannot ask, and need not: {told}");
    assert_eq!(journal(&sandbox), entries);
}

/// J2: a client that cannot ask is an error that says where else to; an agent's own answer is refused, and so is a question
/// under a point's name.
#[test]
fn an_agent_cannot_answer() {
    let sandbox = sandbox();
    let (failed, told) = one(&sandbox, None, "ask", json!({ "point": "plan.goal" }));
    assert!(failed && told.contains("elicitation") && told.contains("gatelog ask"), "{told}");
    let mine = json!({ "point": "plan.goal", "answer": { "state": "human", "answer": "a", "who": "Ann" } });
    let (failed, told) = one(&sandbox, Some((ElicitationAction::Decline, Value::Null)), "ask", mine);
    assert!(failed && told.contains("no argument `answer`"), "{told}");
    let schema = json!({ "type": "object", "properties": { "yes": { "type": "boolean" } }, "required": ["yes"] });
    let yes = Some((ElicitationAction::Accept, json!({ "yes": true })));
    let under = json!({ "message": "Ship?", "schema": schema, "name": "plan.goal" });
    let (failed, told) = one(&sandbox, yes.clone(), "ask", under);
    assert!(failed && told.contains("is a point's id"), "{told}");
    std::fs::rename(sandbox.path("main").join(POINTS_FILE), sandbox.path("main").join("away.json")).unwrap();
    let under = json!({ "message": "Ship?", "schema": schema, "name": "plan.goal" });
    let (failed, told) = one(&sandbox, yes.clone(), "ask", under);
    assert!(failed && told.contains("is a point's id"), "without points too: {told}");
    std::fs::rename(sandbox.path("main").join("away.json"), sandbox.path("main").join(POINTS_FILE)).unwrap();
    assert_eq!(journal(&sandbox), "");
    let (failed, told) =
        one(&sandbox, yes.clone(), "ask", json!({ "message": "Ship?", "schema": schema, "name": "ship" }));
    assert!(!failed && told.contains(r#""yes":true"#), "{told}");
    let deep = json!({ "type": "object", "properties": { "a": { "type": "object" } } });
    let (failed, told) = one(&sandbox, yes, "ask", json!({ "message": "What?", "schema": deep }));
    assert!(failed && told.contains("texts, numbers, flags"), "{told}");
}
