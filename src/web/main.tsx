/** The page's start: words, kept answers, unsent writes, then the screens. */
import "./styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { queryClient } from "./data/client.ts";
import { outbox } from "./data/outbox.ts";
import { tellRefusals } from "./data/perform.ts";
import { keepAnswers } from "./data/persistence.ts";
import "./data/registry.ts";
import { dropNobodys, followOtherTabs } from "./data/signing.ts";
import { startScheme } from "./scheme.ts";
import { startShell } from "./shell.ts";
import { startText } from "./text/catalogue.ts";

/** What this browser holds of who was here last. */
async function bringBack(): Promise<void> {
  await dropNobodys();
  await keepAnswers(import.meta.url);
}

const root = document.querySelector("#app");
if (!root) throw new Error("The page has no place for the app");

startScheme();
await Promise.all([startText(), bringBack()]);
// Before anything is sent: the very first may be refused.
tellRefusals();
await outbox.restore();
followOtherTabs();
startShell();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
