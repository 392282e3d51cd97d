import { type Static, Type } from "@sinclair/typebox";
import { AllDayReminder } from "#accounts/households/model.ts";
import { closed, integer, nullable, oneOf, Uuid } from "#lib/wire.ts";
import { channelKinds } from "../channels/config.ts";

const Recipient = closed({
  memberId: Uuid,
  name: Type.String(),
  ways: Type.Array(oneOf(["app", ...channelKinds]), {
    description: "How reminders of events reach the member; empty: they do not",
  }),
  also: Type.Array(Uuid, { description: "Members without a way, for whom this adult is reminded too" }),
  allDayAt: AllDayReminder,
  general: Type.Boolean({ description: "Also of events that concern the whole household" }),
});
export type Recipient = Static<typeof Recipient>;

export const ReminderSettings = closed(
  {
    defaultReminderMinutes: nullable(
      integer(0, 40_320, { description: "For events without reminders of their own; null: none" }),
    ),
    allDayReminder: AllDayReminder,
    recipients: Type.Array(Recipient),
    isDelivering: Type.Boolean({ description: "False: reminders are in the app alone" }),
  },
  { title: "ReminderSettings" },
);
export type ReminderSettings = Static<typeof ReminderSettings>;
