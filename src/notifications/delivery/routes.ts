import { Elysia } from "elysia";
import { membersForReminders, requireMember } from "#accounts/members/store.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import type { Work } from "#platform/work.ts";
import type { Channels } from "../channels/adapters.ts";
import { translateReason } from "../channels/reasons.ts";
import { listChannels, membersWithChannel } from "../channels/store.ts";
import { type NotificationSettings, PreferencesPatch, NotificationSettings as Settings } from "../notices/model.ts";
import { updatePreferences } from "../notices/preferences.store.ts";
import { NoticePresenter } from "../notices/present.ts";
import { findNotice } from "../notices/store.ts";
import { listLastDeliveries } from "./store.ts";

const operation = operationsOf("Notifications");

const sentShown = 10;

export function notificationSettings({ channels }: Deps & { readonly channels: Channels }) {
  /** Returns the settings. `available` must be read before the transaction: the first read writes the VAPID keys. */
  const answer = (work: Work, memberId: string, available: NotificationSettings["available"]) => {
    const members = membersForReminders(work);
    const reachable = membersWithChannel(work);
    const presenter = new NoticePresenter(work, memberId);
    const { preferences } = presenter;
    // Members may have left the household since.
    const alsoFor = preferences.alsoFor?.filter((each) => members.some(({ id }) => id === each)) ?? null;
    return {
      preferences: { ...preferences, alsoFor },
      channels: listChannels(work, memberId),
      available,
      unreachable: members.filter(({ id, canSignIn }) => !canSignIn && !reachable.has(id)).map(({ id }) => id),
      sent: listLastDeliveries(work, memberId, sentShown).map((each) => {
        const notice = findNotice(work, each.noticeId);
        return {
          id: each.id,
          channelId: each.channelId,
          title: notice ? presenter.renderNotice(notice, "title").title : "",
          state: each.state,
          reason: each.error === null ? null : translateReason(each.error, preferences.language),
          at: each.sentAt ?? each.nextAt,
        };
      }),
    } satisfies NotificationSettings;
  };

  return new Elysia({ prefix: "/app/notifications" })
    .use(context)
    .get(
      "",
      ({ call }) => {
        const available = channels.available();
        return call.read((work) => answer(work, call.caller.id, available));
      },
      operation({
        id: "readNotificationSettings",
        summary: "How the reader is notified, and of what",
        access: "app",
        isVolatile: true,
        answer: Settings,
      }),
    )
    .patch(
      "",
      ({ call, body }) => {
        const available = channels.available();
        return call.write((work) => {
          const { role } = requireMember(work, call.caller.id, "id");
          updatePreferences(work, call.caller.id, role, body);
          return answer(work, call.caller.id, available);
        });
      },
      operation({
        id: "updateNotificationSettings",
        summary: "Change how the reader is notified, and of what",
        description: "Omitted fields stay, also within `kinds`.",
        access: "app",
        body: PreferencesPatch,
        answer: Settings,
        example: { quiet: { from: "22:00", to: "07:00" }, kinds: { task: [] } },
        refusals: { 422: ["alsoFor[0]: no such member"] },
      }),
    );
}
