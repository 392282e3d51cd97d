import { channelKinds } from "../channels/config.ts";
import { listOpenChannels } from "../channels/store.ts";
import { readHousehold, toSettings } from "../households/store.ts";
import { membersForReminders } from "../members/store.ts";
import type { Work } from "../work.ts";
import { membersOf } from "./home.store.ts";
import type { Recipient } from "./model.ts";
import { keptByAdults } from "./search.ts";

/** Who is reminded of events, how, and for whom else. */
export function readRecipients(work: Work) {
  const { defaultReminderMinutes, allDayReminder } = toSettings(readHousehold(work.db, work.householdId));
  const open = listOpenChannels(work);
  const members = membersOf(work, new Set(open.map(({ memberId }) => memberId)));
  const signingIn = new Set(membersForReminders(work).flatMap(({ id, canSignIn }) => (canSignIn === 1 ? id : [])));
  const keptBy = keptByAdults(members);
  const recipients = members.map((member): Recipient => {
    const { id, name, preferences } = member;
    const chosen = preferences.kinds.event;
    const used = open.filter((each) => each.memberId === id && (chosen === "all" || chosen.includes(each.id)));
    const kinds = channelKinds.filter((kind) => used.some((each) => each.kind === kind));
    return {
      memberId: id,
      name,
      ways: [...(signingIn.has(id) ? (["app"] as const) : []), ...kinds],
      also: (keptBy.get(member) ?? []).map((kept) => kept.id),
      general: preferences.general,
    };
  });
  return { defaultReminderMinutes, allDayReminder, recipients };
}
