/** Messages in the form in which the sender gives them to a channel. */
import type { Message } from "#notifications/delivery/outcome.ts";

/** Returns a message that reminds of an event in ten minutes. `change` replaces fields. */
export function message(change: Partial<Message> = {}): Message {
  return {
    noticeId: crypto.randomUUID(),
    channelId: crypto.randomUUID(),
    title: "In 10 min: Piano",
    body: "16:00, Music school",
    path: "/calendar?event=1",
    tag: "event 1",
    language: "en",
    details: "full",
    urgency: "high",
    expiresAt: new Date("2026-11-27T10:00:00.000Z"),
    token: "a-token",
    actions: [{ action: "snooze", title: "In 10 minutes" }],
    unread: 2,
    ...change,
  };
}
