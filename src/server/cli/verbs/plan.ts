import { readHousehold, setPlan, toPlan } from "#accounts/households/store.ts";
import { type Plan, plans } from "#platform/auth/plan.ts";
import { type Command, type Result, readChoice, readInstant } from "../command.ts";
import { householdOption, viewHousehold, withHousehold } from "../open.ts";

export const plan: Command = {
  name: "plan",
  summary: "show or set what a household's plan allows its keys",
  actions: {
    show: {
      summary: "Show the plan and its dates.",
      options: householdOption,
      async run(input) {
        return toResult(toPlan(viewHousehold(input, readHousehold)));
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
        const { plan: wanted = "", ends, "trial-ends": trialEnds } = input.options;
        const next: Plan = {
          plan: readChoice("--plan", plans, wanted) ?? "none",
          planEndsAt: readInstant("--ends", ends),
          trialEndsAt: readInstant("--trial-ends", trialEnds),
        };
        return toResult(withHousehold(input, (work) => setPlan(work, next)));
      },
    },
  },
};

function toResult(json: Plan): Result {
  const ends = json.planEndsAt === null ? "without end" : `until ${json.planEndsAt}`;
  const trial = json.trialEndsAt === null ? "" : `; trial until ${json.trialEndsAt}`;
  return { json, text: `${json.plan}, ${ends}${trial}\n` };
}
