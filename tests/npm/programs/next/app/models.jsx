"use client";

import { Answerdeck } from "answerdeck";
import { useEffect, useState } from "react";

export function ModelsInBrowser(options) {
  const [status, setStatus] = useState("");
  useEffect(() => {
    read(options).then(setStatus, (error) => setStatus(String(error)));
  }, []);
  return <p role="status">{status}</p>;
}

async function read(options) {
  const deck = await Answerdeck.connect(options);
  const { models } = await deck.models.list();
  return models.length > 0 ? "models in the browser" : "no models in the browser";
}
