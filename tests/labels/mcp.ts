/** The accessible names of the connection of AI apps. */
export const mcp = {
  connectApps: { en: "Connect AI apps (MCP)", ko: "AI 앱 연결 (MCP)" },
};
