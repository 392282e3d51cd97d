import type { Config } from "../config.ts";
import { forbidden } from "../errors.ts";
import { hasOtherHouseholds } from "../households/store.ts";
import type { RequestContext } from "../http/request-context.ts";

/** For routes of owners: one household must not read or replace the data of another. @throws ApiError 403 */
export function requireOperator(call: RequestContext, { operatorHousehold }: Config): void {
  const isOperator = call.read((work) =>
    operatorHousehold === null ? !hasOtherHouseholds(work) : operatorHousehold === work.householdId,
  );
  if (!isOperator) throw forbidden("forbidden", "Only the household that runs this server can do this");
}
