/** A household to look around in: people who could be neighbours, and things they have to do about now. */
import { asMember, systemWork, type Work } from "../actor.ts";
import { createApiKey } from "../api-keys/store.ts";
import type { Role } from "../auth/role.ts";
import { scopes } from "../auth/scopes.ts";
import { type Db, transact } from "../db/client.ts";
import { createHousehold } from "../households/store.ts";
import { addMember } from "../members/store.ts";
import { createTask, updateTask } from "../tasks/store.ts";
import { dateIn, day, hour } from "../time.ts";
import { listHappenings } from "./lists.ts";

const timeZone = "Europe/Berlin";

const people: readonly { name: string; role: Role; avatar: string }[] = [
  { name: "Anna", role: "owner", avatar: "🦊" },
  { name: "Ben", role: "adult", avatar: "🐻" },
  { name: "Mia", role: "child", avatar: "🦄" },
  { name: "Leo", role: "child", avatar: "🐸" },
];

type DemoTask = {
  readonly label: string;
  readonly whose: string;
  readonly addedBy: string;
  /** Before now. */
  readonly addedHoursAgo: number;
  /** From today; null: no date. */
  readonly dueInDays: number | null;
  /** Before now; null: still open. */
  readonly doneHoursAgo: number | null;
};

function demoTask(
  label: string,
  whose: string,
  [addedBy, addedHoursAgo]: readonly [string, number],
  dueInDays: number | null,
  doneHoursAgo: number | null = null,
): DemoTask {
  return { label, whose, addedBy, addedHoursAgo, dueInDays, doneHoursAgo };
}

const demoTasks: readonly DemoTask[] = [
  demoTask("Renew the passports", "Anna", ["Anna", 70], 40),
  demoTask("Hang up the picture in the hall", "Ben", ["Anna", 69], null),
  demoTask("Book the dentist for Leo", "Anna", ["Ben", 66], -2),
  demoTask("Take the bottles back", "Ben", ["Anna", 47], -1, 20),
  demoTask("Pay the swimming club", "Ben", ["Ben", 46], 0),
  demoTask("Clean the guinea pig cage", "Mia", ["Anna", 44], 2),
  demoTask("Sign Mia's school trip form", "Anna", ["Mia", 25], 0),
  demoTask("Practise the piano piece", "Mia", ["Anna", 24], 0, 2),
  demoTask("Bring the library books back", "Leo", ["Ben", 22], 1),
  demoTask("Sort out old toys", "Leo", ["Anna", 21], null),
  demoTask("Buy a present for Grandma", "Anna", ["Anna", 5], 3),
  demoTask("Change the bicycle tyre", "Ben", ["Leo", 3], 6),
];

const movedInHoursAgo = 72;

/** Fills an empty database; answers the key to try it with and the person it would most likely be tried for. */
export function fillDemo(db: Db, now: Date): { key: string; memberId: string } {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hour);
  return transact(db, () => {
    const start = hoursAgo(movedInHoursAgo);
    const work = systemWork(db, createHousehold(db, { name: "The Lindens", timeZone, plan: "api" }, start), start);
    const members = new Map(people.map((person) => [person.name, addMember(work, person)]));
    const as = (name: string, at: Date): Work => {
      const member = members.get(name);
      if (!member) throw new Error(`The demo has no ${name}`);
      return { ...asMember(work, member), now: at };
    };
    const taskHappenings = demoTasks.flatMap((task) => happenings(task, as, hoursAgo));
    for (const { at, run } of [...taskHappenings, ...listHappenings(as, hoursAgo)].sort(byTime)) run(at);
    const anna = as("Anna", now);
    const { memberId } = anna;
    const { key } = createApiKey(anna, { name: "Demo key", scopes, expiresAt: null, memberId });
    return { key, memberId: memberId ?? "" };
  });
}

type Happening = { readonly at: Date; run(at: Date): void };

const byTime = (one: Happening, other: Happening) => one.at.getTime() - other.at.getTime();

/** A task's being added, and done where it is, each to be run in the order of time, so that the feed tells a true story. */
function happenings(
  { label, whose, addedBy, addedHoursAgo, dueInDays, doneHoursAgo }: DemoTask,
  as: (name: string, at: Date) => Work,
  hoursAgo: (hours: number) => Date,
): Happening[] {
  let id = "";
  const dueDate = dueInDays === null ? null : dateIn(timeZone, new Date(hoursAgo(0).getTime() + dueInDays * day));
  const added: Happening = {
    at: hoursAgo(addedHoursAgo),
    run: (at) => {
      const { memberId } = as(whose, at);
      id = createTask(as(addedBy, at), { label, memberId: memberId ?? "", dueDate }).id;
    },
  };
  if (doneHoursAgo === null) return [added];
  const done: Happening = {
    at: hoursAgo(doneHoursAgo),
    run: (at) => {
      updateTask(as(whose, at), id, { completedAt: at.toISOString() });
    },
  };
  return [added, done];
}
