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

const timeZone = "Europe/Berlin";

const people: readonly { name: string; role: Role; avatar: string }[] = [
  { name: "Anna", role: "owner", avatar: "🦊" },
  { name: "Ben", role: "adult", avatar: "🐻" },
  { name: "Mia", role: "child", avatar: "🦄" },
  { name: "Leo", role: "child", avatar: "🐸" },
];

/** Label, whose, days from today until due (null: no date), and how many hours ago it was done (null: still open). */
const chores: readonly [string, string, number | null, number | null][] = [
  ["Book the dentist for Leo", "Anna", -2, null],
  ["Take the bottles back", "Ben", -1, 20],
  ["Pay the swimming club", "Ben", 0, null],
  ["Sign Mia's school trip form", "Anna", 0, null],
  ["Practise the piano piece", "Mia", 0, 2],
  ["Bring the library books back", "Leo", 1, null],
  ["Buy a present for Grandma", "Anna", 3, null],
  ["Clean the guinea pig cage", "Mia", 2, null],
  ["Change the bicycle tyre", "Ben", 6, null],
  ["Renew the passports", "Anna", 40, null],
  ["Sort out old toys", "Leo", null, null],
  ["Hang up the picture in the hall", "Ben", null, null],
];

/** Fills an empty database; answers the key to try it with and the person it would most likely be tried for. */
export function fillDemo(db: Db, now: Date): { key: string; memberId: string } {
  return transact(db, () => {
    const work = systemWork(db, createHousehold(db, { name: "The Lindens", timeZone, plan: "api" }, now), now);
    const members = new Map(people.map((person) => [person.name, addMember(work, person)]));
    const as = (name: string): Work => {
      const member = members.get(name);
      if (!member) throw new Error(`The demo has no ${name}`);
      return asMember(work, member);
    };
    for (const [label, name, dueInDays, doneHoursAgo] of chores) addTask(as, label, name, dueInDays, doneHoursAgo);
    const anna = as("Anna");
    const { memberId } = anna;
    const { key } = createApiKey(anna, { name: "Demo key", scopes, expiresAt: null, memberId });
    return { key, memberId: memberId ?? "" };
  });
}

function addTask(
  as: (name: string) => Work,
  label: string,
  name: string,
  dueInDays: number | null,
  doneHoursAgo: number | null,
): void {
  const owner = as(name);
  const { now } = owner;
  const dueDate = dueInDays === null ? null : dateIn(timeZone, new Date(now.getTime() + dueInDays * day));
  const { id } = createTask(as("Anna"), { label, memberId: owner.memberId ?? "", dueDate });
  if (doneHoursAgo === null) return;
  updateTask(owner, id, { completedAt: new Date(now.getTime() - doneHoursAgo * hour).toISOString() });
}
