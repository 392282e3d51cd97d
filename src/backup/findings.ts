/** What a look at the data finds. */
import { explainFile, Refusal } from "../db/fault.ts";

/** One thing that was looked at. `notice`: worth knowing, nothing is broken. */
export type Finding = {
  readonly check: string;
  readonly level: "ok" | "notice" | "wrong";
  readonly says: string;
  /** What a person should do; null: nothing. */
  readonly todo: string | null;
};

/** A finding that all is well. */
export function ok(check: string, says: string): Finding {
  return { check, level: "ok", says, todo: null };
}

/** A finding worth knowing. */
export function notice(check: string, says: string, todo: string): Finding {
  return { check, level: "notice", says, todo };
}

/** A finding that something is wrong. */
export function wrong(check: string, says: string, todo: string): Finding {
  return { check, level: "wrong", says, todo };
}

/** A check that fails is a finding too. */
export function guarded(check: string, look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    const fault = explainFile(error);
    if (fault instanceof Refusal) return wrong(check, fault.says, fault.todo);
    const reason = error instanceof Error ? error.message : String(error);
    return wrong(check, `could not be looked at: ${reason}`, "Run this as the user that the server runs as.");
  }
}
