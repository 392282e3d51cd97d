/** Publishes messages to ntfy: https://docs.ntfy.sh/publish/#publish-as-json */
import { baseUrlOf, type Config } from "#platform/config.ts";
import type { Adapter, Message, Outcome } from "../delivery/outcome.ts";
import type { Urgency } from "../notices/notice.ts";
import type { NtfyConfig } from "./config.ts";
import { type AdapterDeps, outcomeOf, post } from "./post.ts";
import { reasons } from "./reasons.ts";

/** Maximum size of a message. ntfy turns a longer message into an attachment. */
const maxMessageBytes = 4_096;
const priorities: Readonly<Record<Urgency, number>> = { high: 4, normal: 3, low: 2 };

/**
 * Returns the name of a new topic. It has 119 random bits, because anybody who knows the name can read the messages.
 */
export function createTopic(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  let topic = "ingle-";
  // Avoids modulo bias.
  while (topic.length < 26) {
    for (const value of crypto.getRandomValues(new Uint8Array(32))) {
      if (value < 248 && topic.length < 26) topic += letters[value % 62];
    }
  }
  return topic;
}

export function createNtfy({ config, outbound, clock }: AdapterDeps): Adapter<NtfyConfig> {
  async function send(channel: NtfyConfig, message: Message, signal: AbortSignal): Promise<Outcome> {
    const { server, token } = channel;
    if (!config.ntfyUrls.includes(server)) return { kind: "refused", status: null, reason: reasons.ntfyServer };
    const request = {
      address: `${server}/`,
      body: JSON.stringify(publicationOf(config, channel, message)),
      headers: { "Content-Type": "application/json", ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
    };
    const { response, failure } = await post(outbound, request, clock(), signal);
    if (failure) return failure;
    const { status } = response;
    if (status === 401 || status === 403) return { kind: "refused", status, reason: reasons.ntfyToken };
    return outcomeOf(response);
  }
  return { target: ({ server }) => server, parallel: 2, send };
}

function publicationOf(config: Config, { topic }: NtfyConfig, message: Message) {
  const base = baseUrlOf(config);
  const { title, body, path, urgency, noticeId, token, actions } = message;
  return {
    topic,
    title,
    // Without a message, the server would write "triggered".
    message: cut(body === "" ? title : body, maxMessageBytes),
    priority: priorities[urgency],
    tags: ["bell"],
    click: `${base}${path}`,
    // From version 2.16 on, a repetition replaces the message.
    sequence_id: noticeId,
    actions: actions.map(({ action, title: label }) => ({
      action: "http",
      label,
      url: `${base}/n/${token}`,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ action }),
      clear: true,
    })),
  };
}

function cut(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let bytes = 3; // "…"
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return `${text.slice(0, end)}…`;
}
