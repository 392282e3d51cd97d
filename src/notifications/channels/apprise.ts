/**
 * Sends messages through the Apprise API: https://github.com/caronc/apprise-api, "Persistent (Stateful) Storage
 * Solution".
 */
import { baseUrlOf } from "#platform/config.ts";
import type { Adapter, Message, Outcome } from "../delivery/outcome.ts";
import type { AppriseConfig } from "./config.ts";
import { type AdapterDeps, outcomeOf, post } from "./post.ts";
import { reasons } from "./reasons.ts";

export function createApprise({ config, outbound, clock }: AdapterDeps): Adapter<AppriseConfig> {
  const { appriseUrl } = config;

  async function send({ key }: AppriseConfig, message: Message, signal: AbortSignal): Promise<Outcome> {
    if (appriseUrl === null) return { kind: "down", status: null, reason: reasons.appriseNotSetUp };
    const { title, body, path } = message;
    const link = `${baseUrlOf(config)}${path}`;
    const request = {
      address: `${appriseUrl}/notify/${key}`,
      // The body must not be empty.
      body: JSON.stringify({ title, body: body === "" ? link : `${body}\n${link}`, type: "info", format: "text" }),
      headers: { "Content-Type": "application/json" },
    };
    const { response, failure } = await post(outbound, request, clock(), signal);
    if (failure) return failure;
    const { status } = response;
    if (status === 204) return { kind: "refused", status, reason: reasons.appriseKey };
    if (status === 424) return { kind: "refused", status, reason: reasons.appriseServices };
    return outcomeOf(response);
  }

  return { target: () => (appriseUrl === null ? "apprise" : new URL(appriseUrl).origin), parallel: 2, send };
}
