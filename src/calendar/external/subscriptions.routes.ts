import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, Instant, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { orRefuse, toUrlError, urlErrors } from "./calendar-error.ts";
import { requireMassDeletion } from "./mass-deletion.ts";
import { NewSubscription, Subscription, SubscriptionPatch, SubscriptionPreview, Url } from "./model.ts";
import {
  addSubscription,
  changeSubscription,
  deleteSubscription,
  listSubscriptions,
  readRow,
  readSubscription,
  requireMembersAndRoom,
  requireUnfollowed,
} from "./store.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { nameOf } from "./subscriptions.ts";

const operation = operationsOf("Calendars");

const defaultHours = 6;

const one = closed({ id: Uuid });
const notFoundTexts = { 404: ["Calendar not found"] };
const busyTexts = { 409: ["This calendar is being read"] };
const urlTexts = [...urlErrors, "url: is followed already"];
const tooMany = "A household can have at most 30 subscriptions";

export function subscriptions({ subscriptions: service }: { readonly subscriptions: Subscriptions }) {
  const { secrets } = service;
  return new Elysia({ prefix: "/app/subscriptions" })
    .use(context)
    .get(
      "",
      ({ call }) => call.read((work) => ({ subscriptions: listSubscriptions(work) })),
      operation({
        id: "listSubscriptions",
        summary: "List the calendars that the household follows",
        access: "adult",
        isVolatile: true,
        answer: closed({ subscriptions: Type.Array(Subscription) }),
      }),
    )
    .post(
      "/preview",
      ({ call, body: { url } }) => {
        call.read((work) => requireUnfollowed(work, secrets, url));
        return orRefuse(service.preview(call.caller.householdId, url), toUrlError);
      },
      operation({
        id: "previewSubscription",
        summary: "Show what a calendar at an address would bring",
        description: "Writes nothing.",
        access: "adult",
        body: closed({ url: Url }),
        answer: SubscriptionPreview,
        refusals: { 422: urlTexts },
      }),
    )
    .post(
      "",
      async ({ call, body }) => {
        const { url, name, color, memberIds, isGeneral, everyHours = defaultHours } = body;
        const { householdId } = call.caller;
        call.read((work) => {
          requireMembersAndRoom(work, memberIds);
          requireUnfollowed(work, secrets, url);
        });
        const id = Bun.randomUUIDv7("hex", call.now);
        const prepared = await orRefuse(service.prepare(householdId, id, url), toUrlError);
        const settings = { name: name?.trim() ?? nameOf(prepared.incoming, prepared.url), color, memberIds, isGeneral };
        const address = service.addressOf(id, prepared.url);
        await service.runExclusively(id, async () => {
          call.write((work) => {
            requireUnfollowed(work, secrets, url);
            addSubscription(work, id, { ...settings, everyHours }, address);
          });
          await service.store(householdId, id, prepared, true);
        });
        return call.read((work) => readSubscription(work, id));
      },
      operation({
        id: "addSubscription",
        summary: "Follow a calendar",
        description:
          "The calendar is read first; nothing is written if that fails. Its events can't be changed here, and have no reminders.",
        access: "adult",
        body: NewSubscription,
        answer: Subscription,
        refusals: { 422: [...urlTexts, "memberIds: no such member", tooMany] },
      }),
    )
    .patch(
      "/:id",
      async ({ call, params, body }) => {
        const { id } = params;
        const { householdId } = call.caller;
        const { url, name, ...others } = body;
        const patch = { ...others, ...(name !== undefined && { name: name.trim() }) };
        call.read((work) => {
          readRow(work, id);
          if (url !== undefined) requireUnfollowed(work, secrets, url, id);
        });
        if (url === undefined) {
          call.write((work) => {
            const { everyHours } = readRow(work, id);
            changeSubscription(work, id, patch, null);
            const after = readRow(work, id);
            if (after.everyHours !== everyHours) service.schedule(work, after);
          });
        } else {
          await service.runExclusively(id, async () => {
            const prepared = await orRefuse(service.prepare(householdId, id, url), toUrlError);
            const address = service.addressOf(id, prepared.url);
            call.write((work) => {
              requireUnfollowed(work, secrets, url, id);
              changeSubscription(work, id, patch, address);
            });
            await service.store(householdId, id, prepared, false);
          });
        }
        return call.read((work) => readSubscription(work, id));
      },
      operation({
        id: "updateSubscription",
        summary: "Change a followed calendar",
        description: "A new `url` is read first, and the events become those of that calendar.",
        access: "adult",
        params: one,
        body: SubscriptionPatch,
        answer: Subscription,
        refusals: { ...notFoundTexts, ...busyTexts, 422: [...urlTexts, "memberIds: no such member"] },
      }),
    )
    .delete(
      "/:id",
      ({ call, params }) => call.write((work) => deleteSubscription(work, params.id)),
      operation({
        id: "deleteSubscription",
        summary: "Stop following a calendar",
        description: "Deletes its events.",
        access: "adult",
        params: one,
        writes: true,
        answer: Deleted,
        refusals: notFoundTexts,
      }),
    )
    .post(
      "/:id/refresh",
      async ({ call, params: { id } }) => {
        const { householdId } = call.caller;
        call.read((work) => readRow(work, id));
        await service.runExclusively(id, () => service.refresh(householdId, id));
        return call.read((work) => readSubscription(work, id));
      },
      operation({
        id: "refreshSubscription",
        summary: "Read a followed calendar now",
        description: "Faults of the calendar are in `error`, not a refusal.",
        access: "adult",
        params: one,
        writes: true,
        answer: Subscription,
        refusals: { ...notFoundTexts, ...busyTexts },
      }),
    )
    .post(
      "/:id/accept",
      async ({ call, params: { id }, body }) => {
        const { householdId } = call.caller;
        call.read((work) => readRow(work, id));
        await service.runExclusively(id, async () => {
          call.read((work) => requireMassDeletion(readRow(work, id), body.since));
          await service.refresh(householdId, id, { isAccepted: true });
        });
        return call.read((work) => readSubscription(work, id));
      },
      operation({
        id: "acceptSubscription",
        summary: "Delete what a held answer of a followed calendar would delete",
        description:
          "Reads the calendar again. If it would delete other events, that answer is held in turn. `since` is that of `held`.",
        access: "adult",
        params: one,
        body: closed({ since: Instant }),
        answer: Subscription,
        refusals: { ...notFoundTexts, 409: [...busyTexts[409], "This answer is not held any more"] },
      }),
    );
}
