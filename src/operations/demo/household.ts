import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import type { Member } from "#accounts/members/model.ts";
import { addMember } from "#accounts/members/store.ts";
import { setPassword } from "#accounts/sign-in/store.ts";
import type { Role } from "#platform/auth/role.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { asMember, systemWork } from "#platform/work.ts";
import { createTask, updateTask } from "#routines/tasks/store.ts";
import { agentSteps } from "./agent.ts";
import { checkInSteps } from "./check-ins.ts";
import { choreSteps } from "./chores.ts";
import { eventSteps } from "./events.ts";
import { listSteps } from "./lists.ts";
import { mealSteps } from "./meals.ts";
import type { DemoCover } from "./photos.ts";
import { recipeSteps } from "./recipes.ts";
import { DemoContext, type DemoStep, householdName, timeZone } from "./steps.ts";

const people: readonly { name: string; role: Role; avatar: string }[] = [
  { name: "Anna", role: "owner", avatar: "🦊" },
  { name: "Ben", role: "adult", avatar: "🐻" },
  { name: "Mia", role: "child", avatar: "🦄" },
  { name: "Leo", role: "child", avatar: "🐸" },
];

/** `dueInDays` counts from today. `doneHoursAgo` is missing if the task is still open. */
type DemoTask = readonly [
  label: string,
  whose: string,
  added: readonly [by: string, hoursAgo: number],
  dueInDays: number | null,
  doneHoursAgo?: number,
];

const demoTasks: readonly DemoTask[] = [
  ["Renew the passports", "Anna", ["Anna", 70], 40],
  ["Hang up the picture in the hall", "Ben", ["Anna", 69], null],
  ["Book the dentist for Leo", "Anna", ["Ben", 66], -2],
  ["Take the bottles back", "Ben", ["Anna", 47], -1, 20],
  ["Pay the swimming club", "Ben", ["Ben", 46], 0],
  ["Clean the guinea pig cage", "Mia", ["Anna", 44], 2],
  ["Sign Mia's school trip form", "Anna", ["Mia", 25], 0],
  ["Practise the piano piece", "Mia", ["Anna", 24], 0, 2],
  ["Bring the library books back", "Leo", ["Ben", 22], 1],
  ["Sort out old toys", "Leo", ["Anna", 21], null],
  ["Buy a present for Grandma", "Anna", ["Anna", 5], 3],
  ["Change the bicycle tyre", "Ben", ["Leo", 3], 6],
];

/** Time at which the demo household was created: the number of days from today, and the local time. */
const movedIn = [-15, "17:00"] as const;

/** Options of the demo: covers by the name of their list, and one password hash for all members. */
export type DemoExtras = { readonly covers?: ReadonlyMap<string, DemoCover>; readonly passwordHash?: string };

/** Fills an empty database with the demo household. If no password hash is given, nobody can sign in. */
export function fillDemo(
  db: Db,
  now: Date,
  { covers = new Map(), passwordHash }: DemoExtras = {},
): { key: string; memberId: string; householdId: string } {
  return transact(db, () => {
    const members = new Map<string, Member>();
    const demo = new DemoContext(now, (name, at) => {
      const member = members.get(name);
      if (!member) throw new Error(`The demo has no ${name}`);
      return { ...asMember(work, member), now: at };
    });
    const start = new Date(demo.at(...movedIn));
    const work = systemWork(db, createHousehold(db, { name: householdName, timeZone, plan: "api" }, start), start);
    for (const person of people) members.set(person.name, addMember(work, person));
    if (passwordHash) for (const { id } of members.values()) setPassword(work, id, passwordHash);
    const steps = [
      ...demoTasks.flatMap((task) => taskSteps(demo, task)),
      ...eventSteps(demo),
      ...listSteps(demo, covers),
      ...checkInSteps(demo),
      ...choreSteps(demo),
      ...recipeSteps(demo),
      ...mealSteps(demo),
      ...agentSteps(demo),
    ];
    for (const { run } of steps.sort((one, other) => one.at.getTime() - other.at.getTime())) run();
    const anna = demo.as("Anna", now);
    const { memberId } = anna;
    const { key } = createApiKey(anna, { name: "Demo key", scopes, expiresAt: null, memberId });
    return { key, memberId: memberId ?? "", householdId: work.householdId };
  });
}

function taskSteps(demo: DemoContext, [label, whose, added, dueInDays, doneHoursAgo]: DemoTask): DemoStep[] {
  let id = "";
  const dueDate = dueInDays === null ? null : demo.date(dueInDays);
  const [addedBy, addedHoursAgo] = added;
  const add = demo.step(demo.hoursAgo(addedHoursAgo), addedBy, (work) => {
    id = createTask(work, { label, memberId: demo.ids(whose)[0] ?? "", dueDate }).id;
  });
  if (doneHoursAgo === undefined) return [add];
  const done = demo.step(demo.hoursAgo(doneHoursAgo), whose, (work) =>
    updateTask(work, id, { completedAt: work.now.toISOString() }),
  );
  return [add, done];
}
