/**
 * Sends messages through the Apprise API: https://github.com/caronc/apprise-api, "Persistent (Stateful) Storage
 * Solution".
 */
import { baseUrlOf } from "#platform/config.ts";
import { type Adapter, down, refused } from "../delivery/outcome.ts";
import type { AppriseConfig } from "./config.ts";
import { type AdapterDeps, post } from "./post.ts";
import { reasons } from "./reasons.ts";

const failures = { 204: refused(reasons.appriseKey), 424: refused(reasons.appriseServices) };

export function createApprise(deps: AdapterDeps): Adapter<AppriseConfig> {
  const { appriseUrl } = deps.config;
  return {
    target: () => (appriseUrl === null ? "apprise" : new URL(appriseUrl).origin),
    async send({ key }, { title, body, path }, signal) {
      if (appriseUrl === null) return down(reasons.appriseNotSetUp);
      const link = `${baseUrlOf(deps.config)}${path}`;
      // The text must not be empty.
      const text = { title, body: body === "" ? link : `${body}\n${link}`, type: "info", format: "text" };
      return post(deps, { address: `${appriseUrl}/notify/${key}`, body: text, failures, signal });
    },
  };
}
