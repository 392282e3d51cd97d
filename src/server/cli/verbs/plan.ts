import { readHousehold, setPlan, toPlan } from "#accounts/households/store.ts";
import { isInstant, toUtc } from "#lib/time.ts";
import { type Plan, plans } from "#platform/auth/plan.ts";
import { type Command, type Result, UsageError } from "../command.ts";
import { householdOption, viewHousehold, withHousehold } from "../open.ts";

export const plan: Command = {
  name: "plan",
  summary: "show or set what a household's plan allows its keys",
  actions: {
    show: {
      summary: "Show the plan and its dates.",
      options: householdOption,
      async run(input) {
        return toResult(toPlan(viewHousehold(input, ({ db, householdId }) => readHousehold(db, householdId))));
      },
    },
    set: {
      summary: "Replace the whole plan; a date that is left out is removed.",
      options: {
        plan: { value: plans.join("|"), help: "api lets keys in, base and none do not", required: true },
        ends: { value: "INSTANT", help: "when the plan ends" },
        "trial-ends": { value: "INSTANT", help: "keys are let in until then, whatever the plan" },
        ...householdOption,
      },
      async run(input) {
        const wanted = plans.find((each) => each === input.options.plan);
        if (!wanted) throw new UsageError(`--plan must be one of ${plans.join(", ")}`);
        const next: Plan = {
          plan: wanted,
          planEndsAt: readInstant(input.options.ends, "--ends"),
          trialEndsAt: readInstant(input.options["trial-ends"], "--trial-ends"),
        };
        return toResult(withHousehold(input, (work) => setPlan(work, next)));
      },
    },
  },
};

function readInstant(text: string | undefined, option: string): string | null {
  if (text === undefined) return null;
  if (!isInstant(text))
    throw new UsageError(`${option} must be a date-time with an offset, such as 2027-01-01T00:00:00Z`);
  return toUtc(text);
}

function toResult(json: Plan): Result {
  const ends = json.planEndsAt === null ? "without end" : `until ${json.planEndsAt}`;
  const trial = json.trialEndsAt === null ? "" : `; trial until ${json.trialEndsAt}`;
  return { json, text: `${json.plan}, ${ends}${trial}\n` };
}
