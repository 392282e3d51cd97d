/** A server that nobody has set up yet, behind a real port, for browsers. */
import { plainHost } from "./browser-chromium.ts";
import { machineClock } from "./browser-home.ts";
import { serve } from "./browser-server.ts";
import { testDeps } from "./home.ts";
import { emptyFolder } from "./program.ts";

/** Starts it on a free port; it ends with the running test, or else with the process. */
export function freshSite() {
  const deps = testDeps({ DATA_DIR: emptyFolder() }, machineClock);
  const { port } = serve(deps);
  return {
    url: `http://localhost:${port}`,
    plainUrl: `http://${plainHost}:${port}`,
    /** The path of the page that the link opens. */
    path: `/setup#${deps.runtime.setupToken}`,
    db: deps.db,
  };
}
