import { conflict, messageOf } from "#lib/errors.ts";
import type { Log } from "#platform/http/log.ts";
import type { Ended, Running } from "./model.ts";

export const busyMessage = "The server is busy with a backup";

type WorkKind = Running["kind"];

export type Progress = (percent: number) => void;

/** Runs long tasks of the server, such as backups, one at a time. */
export class ServerWork<Result> {
  running: Running | null = null;

  constructor(
    private readonly clock: () => Date,
    private readonly log: Log,
    public last: Ended<Result> | null = null,
  ) {}

  /** Starts a task that continues after the response. @throws ApiError 409 if another task is running */
  start(kind: WorkKind, name: string | null, run: (progress: Progress) => Promise<Result>): void {
    void this.run(kind, name, run).catch(() => {}); // `last` has the fault.
  }

  /** Runs a task and returns its result. @throws ApiError 409 if another task is running, or the error of `run` */
  run(kind: WorkKind, name: string | null, run: (progress: Progress) => Promise<Result>): Promise<Result> {
    this.requireIdle();
    const running: Running = { kind, name, startedAt: this.clock().toISOString(), percent: null };
    this.running = running;
    return this.finish(running, run);
  }

  requireIdle(): void {
    if (this.running) throw conflict("conflict", busyMessage);
  }

  private async finish({ kind, name }: Running, run: (progress: Progress) => Promise<Result>): Promise<Result> {
    const end = (fault: string | null, result: Result | null) => {
      this.running = null;
      this.last = { kind, name, endedAt: this.clock().toISOString(), fault, result };
    };
    try {
      const result = await run((percent) => {
        if (this.running) this.running = { ...this.running, percent };
      });
      end(null, result);
      return result;
    } catch (error) {
      const fault = messageOf(error);
      this.log.error(`${kind} from the app failed: ${fault}`);
      end(fault, null);
      throw error;
    }
  }
}
