/** Notification channels and settings for tests, in the form in which the server sends them. */
import type { Channel } from "#notifications/channels/model.ts";
import type { NotificationSettings } from "#notifications/notices/model.ts";

export const noticeId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export function channelOf(number: number, values: Partial<Channel> = {}): Channel {
  return {
    id: noticeId(700 + number),
    kind: "mail",
    label: "anna@example.org",
    address: "anna@example.org",
    details: null,
    state: "on",
    reason: null,
    lastSentAt: null,
    createdAt: "2026-11-20T08:00:00.000Z",
    subscribeUrl: null,
    ...values,
  };
}

export function settingsOf(values: Partial<NotificationSettings> = {}): NotificationSettings {
  const kinds = ["event", "task", "chore", "check_in", "item", "summary", "change", "system"];
  return {
    preferences: {
      quiet: { from: "21:30", to: "06:30" },
      allDayAt: null,
      summaryAt: "07:30",
      taskAt: null,
      general: true,
      alsoFor: null,
      details: "full",
      language: "en",
      kinds: Object.fromEntries(kinds.map((kind) => [kind, "all"])) as NotificationSettings["preferences"]["kinds"],
    },
    channels: [],
    available: {
      push: {
        publicKey: "BPcMbnWQL5GOYX_5LKZXT6sLmHiMsJSiEvIFvfcDvX7IZ9qqtq68onpTPEYmyxSQNiH7UD_98AUcQ12kBoxz_0s",
        apple: true,
      },
      mail: true,
      ntfy: ["https://ntfy.sh"],
      apprise: true,
      isDelivering: true,
    },
    unreachable: [],
    sent: [],
    ...values,
  };
}
