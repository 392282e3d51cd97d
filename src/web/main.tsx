import { sync } from "./app-sync.ts";
import "./styles/index.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { startText } from "./i18n/catalogue.ts";
import { fetchSignedIn, loadWrites } from "./parts.ts";
import { startScheme } from "./shell/scheme.ts";
import { startShell } from "./shell/shell.ts";
import { SyncContext } from "./sync/use-source.ts";

const root = document.querySelector("#app");
if (!root) throw new Error("The page has no place for the app");

startScheme();
if (sync.owner.isMember()) void fetchSignedIn();
await Promise.all([startText(), sync.restoreData(import.meta.url)]);
await sync.start(loadWrites);
startShell();
render(
  <SyncContext.Provider value={sync}>
    <App />
  </SyncContext.Provider>,
  root,
);
