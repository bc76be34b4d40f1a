//! Offers tools that are run elsewhere over two streams, for an agent of another program that is
//! used as a model and whose calls are the model's. Enter through [`serve_tools`]. Not here: who
//! runs them, and what they may do.

use std::sync::Arc;

use async_trait::async_trait;
use model::conversation::ToolDefinition;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt as _};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::stdio::Lines;

/// Provides tools and runs them.
#[async_trait]
pub trait ToolSource: Send + Sync + 'static {
    /// The current tools.
    fn tools(&self) -> Vec<ToolDefinition>;
    /// Runs a tool; returns the text of its result or failure.
    async fn call(&self, name: String, args: Value) -> Result<String, String>;
}

/// Offers the tools to the program at the other end of two streams, until it closes them.
pub async fn serve_tools<R, W>(source: Arc<dyn ToolSource>, (input, output): (R, W))
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let server = GivenTools(source);
    match server.serve(Lines::new(input, output)).await {
        Ok(running) => drop(running.waiting().await),
        Err(error) => tracing::debug!(%error, "an agent did not begin to use its tools"),
    }
}

struct GivenTools(Arc<dyn ToolSource>);

impl ServerHandler for GivenTools {
    fn get_info(&self) -> ServerConfig {
        let program = Implementation::new("storyteller", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(program.with_title("Storyteller"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let described = self.0.tools().into_iter().map(|it| {
            let schema = it.parameters.as_object().cloned().unwrap_or_default();
            Tool::new(it.name, it.description, Arc::new(schema))
        });
        Ok(ListToolsResult::with_all_items(described.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let args = Value::Object(request.arguments.unwrap_or_default());
        let calling = self.0.call(request.name.into_owned(), args);
        let called = context.ct.run_until_cancelled(calling).await;
        Ok(CallToolResponse::Complete(match called {
            Some(Ok(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Some(Err(text)) => CallToolResult::error(vec![ContentBlock::text(text)]),
            None => CallToolResult::error(vec![ContentBlock::text("cancelled")]),
        }))
    }
}
