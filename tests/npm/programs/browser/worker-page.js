// The content security policy asks for it.
const policy = trustedTypes.createPolicy("worker", { createScriptURL: (url) => url });
const worker = new Worker(policy.createScriptURL("worker.js"), { type: "module" });
worker.onmessage = ({ data }) => (document.querySelector("[role=status]").textContent = data);
worker.postMessage(JSON.parse(decodeURIComponent(location.hash.slice(1))));
