import "./styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "preact";
import { App } from "./app.tsx";
import { startText } from "./i18n/catalogue.ts";
import { fetchSignedIn, loadWrites } from "./parts.ts";
import { startScheme } from "./shell/scheme.ts";
import { startShell } from "./shell/shell.ts";
import { isOwnedByMember } from "./sync/cache-owner.ts";
import { queryClient } from "./sync/client.ts";
import { registerMessages } from "./sync/messages.ts";
import { outbox } from "./sync/outbox.ts";
import { announceRefusals } from "./sync/perform.ts";
import { persistQueries } from "./sync/persistence.ts";
import { dropOrphanedData, followOtherTabs } from "./sync/signing.ts";
import { toasts } from "./ui/overlay/toast-store.ts";

async function restoreData(): Promise<void> {
  await dropOrphanedData();
  await persistQueries(import.meta.url);
}

const root = document.querySelector("#app");
if (!root) throw new Error("The page has no place for the app");

startScheme();
registerMessages(toasts);
if (isOwnedByMember()) void fetchSignedIn();
await Promise.all([startText(), restoreData()]);
// Before anything is sent: the first write may be refused.
announceRefusals();
await outbox.restore(loadWrites);
followOtherTabs();
startShell();
render(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
  root,
);
