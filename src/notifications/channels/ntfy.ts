/** Publishes messages to ntfy: https://docs.ntfy.sh/publish/#publish-as-json */
import { randomBase62 } from "#platform/auth/keys.ts";
import { baseUrlOf, type Config } from "#platform/config.ts";
import { type Adapter, type Message, refused } from "../delivery/outcome.ts";
import type { Urgency } from "../notices/notice.ts";
import type { NtfyConfig } from "./config.ts";
import { type AdapterDeps, post } from "./post.ts";
import { reasons } from "./reasons.ts";

/** Maximum size of a message. ntfy turns a longer message into an attachment. */
const maxMessageBytes = 4_096;
const priorities: Readonly<Record<Urgency, number>> = { high: 4, normal: 3, low: 2 };

/** Returns a name with 119 random bits, because anybody who knows the name can read the messages. */
export const createTopic = () => `ingle-${randomBase62(20)}`;

const failures = { 401: refused(reasons.ntfyToken), 403: refused(reasons.ntfyToken) };

export function createNtfy(deps: AdapterDeps): Adapter<NtfyConfig> {
  const { config } = deps;
  return {
    target: ({ server }) => server,
    async send(channel, message, signal) {
      const { server, token } = channel;
      if (!config.ntfyUrls.includes(server)) return refused(reasons.ntfyServer);
      const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
      const body = publicationOf(config, channel, message);
      return post(deps, { address: `${server}/`, headers, body, failures, signal });
    },
  };
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
