import { forbidden } from "#lib/errors.ts";
import { directoryOf } from "#platform/auth/directory.ts";
import type { Config } from "#platform/config.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import type { Work } from "#platform/work.ts";

/**
 * Whether the household operates the server. True for the only household, or if the setting `OPERATOR_HOUSEHOLD` names
 * the household.
 */
export function isOperatorHousehold(
  { db, householdId }: Pick<Work, "db" | "householdId">,
  { operatorHousehold }: Pick<Config, "operatorHousehold">,
): boolean {
  return operatorHousehold === null ? directoryOf(db).isOnly(householdId) : operatorHousehold === householdId;
}

export function isOperator(
  work: Pick<Work, "db" | "householdId" | "role">,
  config: Pick<Config, "operatorHousehold">,
): boolean {
  return work.role === "owner" && isOperatorHousehold(work, config);
}

export const notOperatorMessage = "Only an owner of this server's household can do this";

/**
 * Requires that the caller operates the server, because one household must not read or replace the data of another.
 * @throws ApiError 403
 */
export function requireOperator(call: RequestContext, config: Config): void {
  if (!call.read((work) => isOperator(work, config))) throw forbidden("forbidden", notOperatorMessage);
}
