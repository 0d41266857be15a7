/** The accessible names of the connection of AI apps. */
export const en = {
  connectApps: "Connect AI apps (MCP)",
  testConnection: "Test the connection",
  copyAddress: "Copy the address",
  connectedWith: (tools: number) => new RegExp(`^Connected: answerdeck [0-9.]+ offers ${tools} tools \\(protocol 2025-11-25\\)\\.$`),
  refusedWith: (message: string) => `The server refused: ${message}`,
};

export const ko: typeof en = {
  connectApps: "AI 앱 연결 (MCP)",
  testConnection: "연결 테스트",
  copyAddress: "주소 복사",
  connectedWith: (tools) => new RegExp(`^연결됐어요\\. answerdeck [0-9.]+에 도구 ${tools}개가 있어요\\(프로토콜 2025-11-25\\)\\.$`),
  refusedWith: (message) => `서버가 거부했어요. ${message}`,
};
