/** The accessible names of the connection of AI apps. */
export const en = {
  connectApps: "Connect AI apps (MCP)",
  copyAddress: "Copy the address",
};

export const ko: typeof en = {
  connectApps: "AI 앱 연결 (MCP)",
  copyAddress: "주소 복사",
};
