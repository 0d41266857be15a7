import { Answerdeck } from "answerdeck";
import { useEffect, useState } from "react";

export function PromptSets({ session, onSignOut }) {
  const [sets, setSets] = useState([]);
  const [message, setMessage] = useState("");

  useEffect(() => {
    const controller = new AbortController();
    read(session, controller.signal, setSets).catch((error) => {
      if (error.code !== "ABORTED") setMessage(error.message);
    });
    // Leaving the component aborts the request.
    return () => controller.abort();
  }, [session]);

  return (
    <>
      <ul>
        {sets.map((set) => (
          <li key={set.id}>{set.name}</li>
        ))}
      </ul>
      <p role="status">{message}</p>
      <button onClick={onSignOut}>Sign out</button>
    </>
  );
}

async function read(session, signal, setSets) {
  const deck = await Answerdeck.connect({ session, signal });
  const sets = [];
  for await (const { items } of deck.promptSets.list().pages()) {
    sets.push(...items);
    setSets([...sets]);
  }
}
