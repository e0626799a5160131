/**
 * The official package of the Model Context Protocol, in one place: what is loaded when the first MCP request or
 * `outcry mcp` comes, and in no other start.
 */
export {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
