import { Elysia } from "elysia";
import type { Deps } from "#platform/deps.ts";
import { context, operation } from "#platform/http/operation.ts";
import { ReminderSettings } from "./model.ts";
import { readRecipients } from "./recipients.store.ts";

export function reminders({ config: { isDelivering } }: Deps) {
  return new Elysia().use(context).get(
    "/v1/households/me/reminders",
    ({ call }) => call.read((work) => ({ ...readRecipients(work), isDelivering })),
    operation({
      id: "readReminderSettings",
      tag: "Household",
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
