import { Elysia } from "elysia";
import { readHousehold, toSettings } from "#accounts/households/store.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import type { Work } from "#platform/work.ts";
import { channelKinds } from "../channels/config.ts";
import { listOpenChannels } from "../channels/store.ts";
import { isChosen } from "../notices/notice.ts";
import { readMemberInputs } from "./inputs.store.ts";
import { type Recipient, ReminderSettings } from "./model.ts";
import { mapDependents } from "./reminder-search.ts";

const operation = operationsOf("Household");

export function reminders({ config: { isDelivering } }: Deps) {
  return new Elysia().use(context).get(
    "/v1/households/me/reminders",
    ({ call }) => call.read((work) => ({ ...readRecipients(work), isDelivering })),
    operation({
      id: "readReminderSettings",
      summary: "Who is reminded of events, and how",
      description:
        "An event reminds its members, and for the whole household everybody with `general`. Adults are reminded for members " +
        "without a way of their own. Addresses are not shown.",
      access: "any",
      isVolatile: true,
      answer: ReminderSettings,
    }),
  );
}

/** Returns how reminders of events reach each member, and for which others a member also gets reminders. */
function readRecipients(work: Work) {
  const { defaultReminderMinutes, allDayReminder } = toSettings(readHousehold(work));
  const open = listOpenChannels(work);
  const members = readMemberInputs(work, new Set(open.map(({ memberId }) => memberId)));
  const dependents = mapDependents(members);
  const recipients = members.map((member): Recipient => {
    const { id, name, preferences } = member;
    const used = open.filter((each) => each.memberId === id && isChosen(preferences.kinds.event, each.id));
    const kinds = channelKinds.filter((kind) => used.some((each) => each.kind === kind));
    return {
      memberId: id,
      name,
      ways: [...(member.canSignIn ? (["app"] as const) : []), ...kinds],
      also: (dependents.get(member) ?? []).map((each) => each.id),
      allDayAt: preferences.allDayAt,
      general: preferences.general,
    };
  });
  return { defaultReminderMinutes, allDayReminder, recipients };
}
