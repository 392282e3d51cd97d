/** Finds reminders about changes that others made, and about API keys that expire. */
import { day as dayMs, isoOf, minute } from "#lib/time.ts";
import { isAdult } from "#platform/auth/role.ts";
import type { ChangeInput, DueReminder } from "./inputs.ts";
import { createReminder, isWithin, type ReminderSearch } from "./reminder-search.ts";

/** Delay of reports: the change may be undone, and further changes are reported together with the first. */
const delay = 3 * minute;
const maxNames = 3;

export function* findChangeReminders(search: ReminderSearch): Generator<DueReminder, void> {
  const { changes } = search.inputs;
  const ofLists = changes.filter(({ what }) => what === "list_changed");
  for (const change of changes) {
    if (change.what === "list_changed") continue;
    yield* createChangeReminders(search, [change], change.at + delay, change.entryId);
  }
  const begins = ({ at }: ChangeInput) => Math.floor(at / delay) * delay;
  for (const some of Map.groupBy(ofLists, (change) => `${begins(change)} ${change.subject.id}`).values()) {
    const [first] = some;
    if (first) yield* createChangeReminders(search, some, begins(first) + 2 * delay, isoOf(begins(first)));
  }
}

function* createChangeReminders(search: ReminderSearch, changes: readonly ChangeInput[], dueAt: number, slot: string) {
  const [first] = changes;
  if (!first || !isWithin(search, dueAt)) return;
  for (const member of search.inputs.members) {
    const own = changes.filter(({ memberIds }) => memberIds.includes(member.id));
    if (own.length === 0) continue;
    const names = [...new Set(own.map(({ by }) => by))];
    const [byId, ...others] = new Set(own.map((each) => each.byId));
    const changedAt = Math.max(...own.map(({ at }) => at));
    yield createReminder(search, { member }, changedAt, {
      subject: first.subject,
      listId: first.listId,
      slot,
      dueAt,
      expiresAt: dueAt + dayMs,
      facts: {
        type: "change",
        what: first.what,
        by: names.slice(0, maxNames).join(", "),
        ...(byId !== undefined && others.length === 0 && { memberId: byId }),
        label: first.label,
        ...(first.isBusy && { isBusy: true }),
        ...(first.start && { start: first.start }),
        count: own.length,
      },
    });
  }
}

export function* findApiKeyReminders(search: ReminderSearch): Generator<DueReminder, void> {
  for (const { id, name, expiresAt } of search.inputs.keys) {
    const dueAt = expiresAt - 7 * dayMs;
    if (!isWithin(search, dueAt)) continue;
    for (const member of search.inputs.members.filter(({ role }) => isAdult(role))) {
      yield createReminder(search, { member }, 0, {
        subject: { type: "api_key", id },
        slot: isoOf(expiresAt),
        dueAt,
        expiresAt: dueAt + dayMs,
        facts: { type: "system", what: "key_expires", label: name, reason: null, at: expiresAt },
      });
    }
  }
}
