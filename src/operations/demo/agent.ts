import { createApiKey } from "#accounts/api-keys/store.ts";
import { touchKey } from "#platform/auth/last-uses.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import type { Work } from "#platform/work.ts";
import { createTask } from "#routines/tasks/store.ts";
import type { DemoContext, DemoStep } from "./steps.ts";

const keyName = "Kitchen helper";
const agentName = "Hearth";
const scopes: readonly Scope[] = ["tasks.read", "tasks.write", "lists.read", "lists.write", "meals.read"];

const tasks: readonly { hoursAgo: number; label: string; whose: string; dueInDays: number }[] = [
  { hoursAgo: 19, label: "Soak the chickpeas", whose: "Ben", dueInDays: 1 },
  { hoursAgo: 1, label: "Order hay for the guinea pigs", whose: "Anna", dueInDays: 2 },
];

export function agentSteps(demo: DemoContext): DemoStep[] {
  let actor: Work["actor"] | null = null;
  const made = demo.step(demo.hoursAgo(20), "Anna", (work) => {
    const { id } = createApiKey(work, { name: keyName, scopes, expiresAt: null, memberId: work.memberId });
    actor = { kind: "api_key", id, name: keyName, agentName };
  });
  const added = tasks.map(({ hoursAgo, label, whose, dueInDays }) =>
    demo.step(demo.hoursAgo(hoursAgo), "Anna", (work) => {
      if (!actor) throw new Error("The agent acts before it has a key");
      createTask({ ...work, actor }, { label, memberId: demo.ids(whose)[0] ?? "", dueDate: demo.date(dueInDays) });
      touchKey(work, { id: actor.id, now: work.now.toISOString(), agentName });
    }),
  );
  return [made, ...added];
}
