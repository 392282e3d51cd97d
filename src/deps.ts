/** What an app is made of, handed in from outside: the same app runs in a test, in `serve` and in the binary. */
import type { Config } from "./config.ts";
import type { Db } from "./db/client.ts";
import type { Log } from "./http/log.ts";
import type { Photos } from "./photos/photos.ts";

/** What is true of one run of a server, from its start to its end. */
export type Runtime = {
  /** Set once the server has been told to stop. */
  isDraining: boolean;
  /** The secret of the link by which the first household is made. */
  readonly setupToken: string;
  /** Names this build of the server in ETags. */
  readonly build: string;
};

/** The parts; keep them under seven. */
export type Deps = {
  readonly db: Db;
  readonly config: Config;
  /** The present. Nothing else reads the time. */
  readonly clock: () => Date;
  readonly log: Log;
  readonly runtime: Runtime;
  readonly photos: Photos;
};
