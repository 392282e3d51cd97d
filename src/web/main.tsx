import { sync } from "#web/page/sync.ts";
import "#web/styles/index.css";
import { render } from "preact";
import { fetchSignedIn, loadWrites } from "#web/page/lazy.ts";
import { PageProvider } from "#web/page/provider.tsx";
import { startServiceWorker } from "#web/page/service-worker.ts";
import { startFormats, startText } from "#web/page/text.ts";
import { startScheme } from "#web/shell/scheme.ts";
import { App } from "./app.tsx";

const root = document.querySelector("#app");
if (!root) throw new Error("The page has no place for the app");

startScheme();
startFormats();
if (sync.owner.isMember()) void fetchSignedIn();
await Promise.all([startText(), sync.restoreData(import.meta.url)]);
await sync.start(loadWrites);
startServiceWorker();
render(
  <PageProvider>
    <App />
  </PageProvider>,
  root,
);
