import { type Static, Type } from "@sinclair/typebox";
import { closed, Instant, nullable, oneOf, Text, Uuid } from "#lib/wire.ts";
import type { Outcome } from "../delivery/outcome.ts";
import type { Language } from "../notices/notice.ts";
import { channelKinds } from "./config.ts";
import { translateReason } from "./reasons.ts";

export const DetailLevel = oneOf(["full", "title", "none"], {
  description: "How much a message shows where others can read it: on a locked screen, or in a mail",
});

export const Channel = closed(
  {
    id: Uuid,
    kind: oneOf(channelKinds),
    label: Type.String({ examples: ["Anna's phone"] }),
    address: Type.String({
      description: "Where it leads, without secrets: a mail address, or the host of a service",
      examples: ["anna@example.org"],
    }),
    details: nullable(DetailLevel),
    state: oneOf(["on", "unverified", "failing", "off"], {
      description: "`unverified`: nothing is sent before the code is confirmed. `off`: see `reason`.",
    }),
    reason: nullable(Type.String({ description: "Why it fails or is off" })),
    lastSentAt: nullable(Instant),
    createdAt: Instant,
    isThisDevice: Type.Optional(Type.Boolean()),
    subscribeUrl: nullable(Type.String({ description: "ntfy only: open it in the ntfy app to subscribe" })),
  },
  { title: "Channel" },
);
export type Channel = Static<typeof Channel>;

const label = Type.Optional(Text(1, 60));
const details = Type.Optional(nullable(DetailLevel));

export const PushSubscription = closed({
  endpoint: Text(1, 2_000),
  keys: closed({ p256dh: Text(1, 200), auth: Text(1, 100) }),
  label,
});

/** A new channel. `kind` decides which fields are required; a union type would be harder to read in OpenAPI. */
export const NewChannel = closed({
  kind: oneOf(["mail", "ntfy", "apprise"]),
  address: Type.Optional(Type.String({ format: "email", maxLength: 254 })),
  server: Type.Optional(Text(1, 300)),
  token: Type.Optional(Text(1, 200)),
  key: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" })),
  label,
  details,
});
export type NewChannel = Static<typeof NewChannel>;

export const ChannelPatch = closed({ label, details, isOn: Type.Optional(Type.Boolean()) });
export type ChannelPatch = Static<typeof ChannelPatch>;

export const TestResult = closed({
  outcome: oneOf(["sent", "retry", "gone", "refused", "down"]),
  reason: nullable(Type.String()),
});

export function toTestResult(outcome: Outcome, language: Language): Static<typeof TestResult> {
  if (outcome.kind === "ok") return { outcome: "sent", reason: null };
  return { outcome: outcome.kind, reason: translateReason(outcome.reason, language) };
}

export const SentNotice = closed({
  id: Uuid,
  channelId: Uuid,
  title: Type.String(),
  state: oneOf(["queued", "sending", "sent", "failed", "cancelled", "expired"]),
  reason: nullable(Type.String()),
  at: Instant,
});
