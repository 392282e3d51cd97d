/** A server that nobody has set up yet, behind a real port, for browsers. */
import { createApp } from "../../src/app.ts";
import { plainHost } from "./browser-chromium.ts";
import { testDeps } from "./home.ts";
import { emptyFolder } from "./program.ts";

/** Starts it on a free port; it ends with the process. `link` is the set-up link that the server would print. */
export function freshSite() {
  const deps = { ...testDeps({ DATA_DIR: emptyFolder() }), clock: () => new Date() };
  const app = createApp(deps);
  app.listen({ hostname: "127.0.0.1", port: 0, reusePort: false, development: false });
  const port = app.server!.port!;
  return {
    url: `http://localhost:${port}`,
    plainUrl: `http://${plainHost}:${port}`,
    /** The path of the page that the link opens. */
    path: `/setup#${deps.runtime.setupToken}`,
    db: deps.db,
  };
}
