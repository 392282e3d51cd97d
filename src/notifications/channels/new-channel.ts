import { invalid, unprocessable } from "#lib/errors.ts";
import type { Config } from "#platform/config.ts";
import type { TimedScope } from "#platform/work.ts";
import type { NewChannel } from "./model.ts";
import { createTopic } from "./ntfy.ts";
import type { NewChannelRow } from "./store.ts";
import { createUnsubscribeToken } from "./unsubscribe.ts";

/** The public ntfy server, on which anybody who knows the name of a topic can read its messages. */
const openServer = "https://ntfy.sh";

const fieldsOf = { mail: ["address"], ntfy: ["server", "token"], apprise: ["key"] } as const;
const specialFields = ["address", "server", "token", "key"] as const;

/**
 * Returns the row of a new channel.
 * @throws ApiError 400 if a field belongs to another kind of channel; 422 if the operator has not configured this kind
 */
export function newChannelRow(config: Config, scope: TimedScope, body: NewChannel): NewChannelRow {
  const { kind, label, details = null } = body;
  const own: readonly string[] = fieldsOf[kind];
  const foreign = specialFields.find((field) => body[field] !== undefined && !own.includes(field));
  if (foreign !== undefined) throw invalid(foreign, `does not belong to ${kind}`);
  if (kind === "mail") {
    if (body.address === undefined) throw invalid("address", "is required", "required");
    if (config.smtpUrl === null) throw unprocessable(null, "Mail is not set up on this server (SMTP_URL)");
    const id = Bun.randomUUIDv7("hex", scope.now);
    const offToken = createUnsubscribeToken(scope.db, { householdId: scope.householdId, channelId: id });
    const mail = { address: body.address, offToken, code: null };
    return { id, kind, label: label ?? body.address, config: mail, details, isVerified: false };
  }
  if (kind === "apprise") {
    if (body.key === undefined) throw invalid("key", "is required", "required");
    if (config.appriseUrl === null) throw unprocessable(null, "Apprise is not set up on this server (APPRISE_URL)");
    return { kind, label: label ?? "Apprise", config: { key: body.key }, details, isVerified: true };
  }
  const server = body.server?.replace(/\/$/, "") ?? config.ntfyUrls[0];
  if (server === undefined || !config.ntfyUrls.includes(server)) {
    throw unprocessable("server", "is not one that the operator allows (NTFY_URLS)");
  }
  const ntfy = { server, topic: createTopic(), token: body.token ?? null };
  const shown = body.details === undefined && server === openServer ? "title" : details;
  return { kind, label: label ?? "ntfy", config: ntfy, details: shown, isVerified: true };
}
