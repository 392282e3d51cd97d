import { addressOf } from "#platform/activity/record-address.ts";
import type { Config } from "#platform/config.ts";
import type { Work } from "#platform/work.ts";
import { down, type Message, type Outcome, refused } from "../delivery/outcome.ts";
import type { Language } from "../notices/notice.ts";
import type { Channels } from "./adapters.ts";
import { channelTexts } from "./message-texts.ts";
import { reasons } from "./reasons.ts";
import { deleteGoneChannel, languageOf, recordSuccess, requireOwnChannel, type SendableChannel } from "./store.ts";

const sendMs = 12_000;

type TestTarget = Pick<SendableChannel, "channel" | "state"> & { readonly language: Language };

export function readTestTarget(work: Work, memberId: string, id: string): TestTarget {
  return { ...requireOwnChannel(work, memberId, id), language: languageOf(work, memberId) };
}

/** Sends a test message. Never rejects. Waits for the network: never call it inside a transaction. */
export async function sendTest(
  channels: Channels,
  { isDelivering }: Config,
  { channel, state, language }: TestTarget,
  now: Date,
): Promise<Outcome> {
  if (!isDelivering) return down(reasons.deliveryOff);
  if (state === "unverified") return refused(reasons.notVerified);
  return channels.send(channel, testMessage(channel.id, language, now), AbortSignal.timeout(sendMs));
}

export function recordTest(work: Work, id: string, { kind }: Outcome): void {
  if (kind === "ok") recordSuccess(work, id);
  if (kind === "gone") deleteGoneChannel(work, id);
}

function testMessage(channelId: string, language: Language, now: Date): Message {
  const { testTitle, testBody } = channelTexts[language];
  return {
    noticeId: crypto.randomUUID(),
    channelId,
    title: testTitle,
    body: testBody,
    path: addressOf({ type: "channel", id: channelId }),
    tag: `test ${channelId}`,
    language,
    details: "full",
    urgency: "high",
    expiresAt: new Date(now.getTime() + 600_000),
    token: "",
    actions: [],
    unread: null,
  };
}
