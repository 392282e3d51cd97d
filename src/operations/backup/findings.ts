import { messageOf } from "#lib/errors.ts";
import { explainFileError, OperatorError } from "#platform/db/operator-error.ts";

/** Result of a check of `inglenook doctor`. A `notice` is worth knowing although nothing is broken. */
export type Finding = {
  readonly check: string;
  readonly level: "ok" | "notice" | "wrong";
  readonly says: string;
  readonly todo: string | null;
};

export function ok(check: string, says: string): Finding {
  return { check, level: "ok", says, todo: null };
}

export function notice(check: string, says: string, todo: string): Finding {
  return { check, level: "notice", says, todo };
}

export function wrong(check: string, says: string, todo: string): Finding {
  return { check, level: "wrong", says, todo };
}

export function guarded(check: string, look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    const fault = explainFileError(error);
    if (fault instanceof OperatorError) return wrong(check, fault.problem, fault.remedy);
    const reason = messageOf(error);
    return wrong(check, `could not be checked: ${reason}`, "Run this as the user that the server runs as.");
  }
}
