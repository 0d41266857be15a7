// Signs in, and lists the prompt sets of the organization.
import { Session } from "answerdeck";
import { useEffect, useState } from "react";
import { PromptSets } from "./PromptSets.jsx";

const platform = import.meta.env.VITE_PLATFORM ?? "http://127.0.0.1:8080";

// Once for the page: the code of a callback can be used once.
const resumed = Session.resume(location, { baseUrl: platform }).finally(() =>
  history.replaceState(null, "", location.pathname),
);

export function App() {
  const [session, setSession] = useState();
  const [message, setMessage] = useState("");

  useEffect(() => {
    resumed.then(setSession, (error) => setMessage(error.message));
  }, []);

  useEffect(() => {
    const forget = () => setSession(undefined);
    session?.addEventListener("signedout", forget);
    return () => session?.removeEventListener("signedout", forget);
  }, [session]);

  async function signIn() {
    try {
      const redirectUrl = location.origin + location.pathname;
      location.href = await Session.start({ baseUrl: platform, redirectUrl, clientName: "Prompt sets" });
    } catch (error) {
      setMessage(error.message);
    }
  }

  if (session) return <PromptSets session={session} onSignOut={() => session.signOut()} />;
  return (
    <>
      <button onClick={signIn}>Sign in</button>
      <p role="status">{message}</p>
    </>
  );
}
