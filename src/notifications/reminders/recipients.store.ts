import { readHousehold, toSettings } from "#accounts/households/store.ts";
import type { Work } from "#platform/work.ts";
import { channelKinds } from "../channels/config.ts";
import { listOpenChannels } from "../channels/store.ts";
import { isChosen } from "../notices/notice.ts";
import { membersOf } from "./home.store.ts";
import type { Recipient } from "./model.ts";
import { keptByAdults } from "./search.ts";

/** Who is reminded of events, how, and for whom else. */
export function readRecipients(work: Work) {
  const { defaultReminderMinutes, allDayReminder } = toSettings(readHousehold(work.db, work.householdId));
  const open = listOpenChannels(work);
  const members = membersOf(work, new Set(open.map(({ memberId }) => memberId)));
  const keptBy = keptByAdults(members);
  const recipients = members.map((member): Recipient => {
    const { id, name, preferences } = member;
    const used = open.filter((each) => each.memberId === id && isChosen(preferences.kinds.event, each.id));
    const kinds = channelKinds.filter((kind) => used.some((each) => each.kind === kind));
    return {
      memberId: id,
      name,
      ways: [...(member.canSignIn ? (["app"] as const) : []), ...kinds],
      also: (keptBy.get(member) ?? []).map((kept) => kept.id),
      allDayAt: preferences.allDayAt,
      general: preferences.general,
    };
  });
  return { defaultReminderMinutes, allDayReminder, recipients };
}
