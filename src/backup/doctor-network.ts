import type { Config } from "../config.ts";
import type { Timers } from "../lib/timers.ts";
import { type Finding, ok, wrong } from "./findings.ts";

const timeoutMs = 10_000;
const pushServices = ["updates.push.services.mozilla.com", "fcm.googleapis.com", "web.push.apple.com"];

export type NetworkProbes = {
  /** Returns a fault, without secrets. */
  readonly verifyMail: (config: Config) => Promise<string | null>;
  readonly lookUp: (name: string) => Promise<unknown>;
  readonly timers: Timers;
};

/** Takes at most 10 seconds. */
export function examineNetwork(config: Config, probes: NetworkProbes): Promise<Finding[]> {
  return Promise.all([...checkMail(config, probes), checkPushServices(probes)]);
}

function checkMail(config: Config, { verifyMail, timers }: NetworkProbes): Promise<Finding>[] {
  if (config.smtpUrl === null) return [];
  const todo = "Check SMTP_URL and MAIL_FROM.";
  const toFinding = (fault: string | null) =>
    fault === null ? ok("mail server", "lets Inglenook in") : wrong("mail server", fault, todo);
  const checked = faultOf(() => verifyMail(config), timers).then(toFinding);
  return [checked];
}

async function checkPushServices({ lookUp, timers }: NetworkProbes): Promise<Finding> {
  const faults = await Promise.all(
    pushServices.map(async (name) => {
      const fault = await faultOf(async () => void (await lookUp(name)), timers);
      return fault === null ? [] : [`${name} (${fault})`];
    }),
  );
  const failed = faults.flat();
  if (failed.length === 0) return ok("push services", `${pushServices.join(", ")} have addresses`);
  const todo = "Check the network and DNS of this machine; push messages leave through it.";
  return wrong("push services", `no address for ${failed.join(", ")}`, todo);
}

async function faultOf(probe: () => Promise<string | null | undefined>, timers: Timers): Promise<string | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<string>();
  const cancel = timers.after(timeoutMs, () => resolve(`no answer in ${timeoutMs / 1_000} s`));
  try {
    return (await Promise.race([probe(), timeout])) ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    cancel();
  }
}
