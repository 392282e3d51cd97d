import { forbidden } from "#lib/errors.ts";
import { directoryOf } from "#platform/auth/directory.ts";
import type { Config } from "#platform/config.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import type { Work } from "#platform/work.ts";

/** Whether the server is this household's: its only one, or the one of `OPERATOR_HOUSEHOLD`. */
export function isOperatorHousehold(
  { db, householdId }: Pick<Work, "db" | "householdId">,
  { operatorHousehold }: Pick<Config, "operatorHousehold">,
): boolean {
  return operatorHousehold === null ? directoryOf(db).isOnly(householdId) : operatorHousehold === householdId;
}

/** An owner of that household. */
export function isOperator(
  work: Pick<Work, "db" | "householdId" | "role">,
  config: Pick<Config, "operatorHousehold">,
): boolean {
  return work.role === "owner" && isOperatorHousehold(work, config);
}

export const notOperator = "Only an owner of this server's household can do this";

/** One household must not read or replace the data of another. @throws ApiError 403 */
export function requireOperator(call: RequestContext, config: Config): void {
  if (!call.read((work) => isOperator(work, config))) throw forbidden("forbidden", notOperator);
}
