//! Programs of users that connect: the command line of MCP Inspector, and mcp-remote, which brings the endpoint to clients that start
//! programs only.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;

use super::suite::program;
use crate::harness::{Account, Backend, TestServer};

/// A server with two brands, and a home folder for programs.
async fn start() -> (TestServer, Account, tempfile::TempDir) {
    let server = TestServer::start(Backend::Sqlite).await;
    let account = server.account().await;
    for name in ["Nurio", "Sono"] {
        server.brand(&account, name).await;
    }
    (server, account, tempfile::tempdir().unwrap())
}

/// Runs a command of the Inspector, and returns what it prints.
async fn inspect(command: &mut Command, arguments: &[&str]) -> Value {
    let finished = command.args(arguments).output().await.unwrap();
    let printed = String::from_utf8_lossy(&finished.stdout);
    serde_json::from_str(&printed).unwrap_or_else(|_| panic!("{printed}{}", String::from_utf8_lossy(&finished.stderr)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_line_of_the_inspector_lists_and_calls_tools() {
    let (server, account, home) = start().await;
    let (url, header) = (format!("{}/mcp", server.url), format!("API-Key: {}", account.key));
    let inspector = || {
        let mut command = program("@modelcontextprotocol/inspector/clients/launcher/build/index.js");
        command.env("HOME", home.path()).args(["--cli", &url, "--transport", "http", "--header", &header, "--method"]);
        command
    };
    let listed = inspect(&mut inspector(), &["tools/list"]).await;
    assert!(listed["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == "list_brands"), "{listed}");
    let call = ["tools/call", "--tool-name", "list_brands", "--tool-arg", "limit=1"];
    let called = inspect(&mut inspector(), &call).await;
    assert_eq!(called["structuredContent"]["data"]["brands"][0]["name"], "Sono", "{called}");
    assert!(called["content"][0]["text"].as_str().unwrap().contains("Sono"), "{called}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mcp_remote_passes_calls_on() {
    let (server, account, home) = start().await;
    let header = format!("API-Key:{}", account.key);
    let mut command = program("mcp-remote/dist/proxy.js");
    command.env("HOME", home.path()).args([&format!("{}/mcp", server.url), "--header", &header]);
    let mut remote = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let (mut input, mut output) = (remote.stdin.take().unwrap(), BufReader::new(remote.stdout.take().unwrap()).lines());
    let info = json!({ "name": "test", "version": "1" });
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
    let call = json!({ "name": "list_brands", "arguments": { "limit": 5 } });
    let mut replies = Vec::new();
    for (id, method, params) in [(1, "initialize", hello), (2, "tools/list", json!({})), (3, "tools/call", call)] {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        input.write_all(format!("{message}\n").as_bytes()).await.unwrap();
        let reply: Value = serde_json::from_str(&output.next_line().await.unwrap().unwrap()).unwrap();
        assert_eq!(reply["id"], id, "{reply}");
        replies.push(reply["result"].clone());
    }
    assert_eq!(replies[0]["serverInfo"]["name"], "answerdeck");
    assert!(!replies[1]["tools"].as_array().unwrap().is_empty());
    assert_eq!(replies[2]["structuredContent"]["data"]["brands"].as_array().unwrap().len(), 2);
}
