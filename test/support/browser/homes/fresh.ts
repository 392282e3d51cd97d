/** Server for browsers that has no household yet, on a real port. */

import { testDeps } from "../../home/home.ts";
import { emptyFolder } from "../../home/program.ts";
import { plainHost } from "../chromium.ts";
import { machineClock } from "../home.ts";
import { serve } from "../server.ts";

/**
 * Starts a server without a household on a free port. It ends with the running test, or with the process if no test is
 * running.
 */
export function freshSite() {
  const deps = testDeps({ DATA_DIR: emptyFolder() }, machineClock);
  const { port } = serve(deps);
  return {
    url: `http://localhost:${port}`,
    plainUrl: `http://${plainHost}:${port}`,
    /** Path of the page that the setup link opens. */
    path: `/setup#${deps.runtime.setupToken}`,
    db: deps.db,
  };
}
