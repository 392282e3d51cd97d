/** Server that nobody has set up yet, behind a real port, for browsers. */

import { testDeps } from "../../home/home.ts";
import { emptyFolder } from "../../home/program.ts";
import { plainHost } from "../chromium.ts";
import { machineClock } from "../home.ts";
import { serve } from "../server.ts";

/** Starts the server on a free port. It ends with the running test, or else with the process. */
export function freshSite() {
  const deps = testDeps({ DATA_DIR: emptyFolder() }, machineClock);
  const { port } = serve(deps);
  return {
    url: `http://localhost:${port}`,
    plainUrl: `http://${plainHost}:${port}`,
    /** Path of the page that the link opens. */
    path: `/setup#${deps.runtime.setupToken}`,
    db: deps.db,
  };
}
