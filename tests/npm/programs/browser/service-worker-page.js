// The content security policy asks for it.
const policy = trustedTypes.createPolicy("worker", { createScriptURL: (url) => url });
await navigator.serviceWorker.register(policy.createScriptURL("service-worker.js"), { type: "module" });
const { active } = await navigator.serviceWorker.ready;
const { port1, port2 } = new MessageChannel();
port1.onmessage = ({ data }) => (document.querySelector("[role=status]").textContent = data);
active.postMessage(JSON.parse(decodeURIComponent(location.hash.slice(1))), [port2]);
