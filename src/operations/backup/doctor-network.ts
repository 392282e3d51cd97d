import { X509Certificate } from "node:crypto";
import { messageOf } from "#lib/errors.ts";
import { day } from "#lib/time.ts";
import { type Timers, waitAtMost } from "#lib/timers.ts";
import type { Config } from "#platform/config.ts";
import { readCertificate } from "#platform/net/certificate.ts";
import { type Finding, notice, ok, wrong } from "./findings.ts";

/**
 * Number of days before the end of a certificate from which there is a warning. Programs that renew certificates do so
 * 30 days before the end.
 */
const endsSoonDays = 14;

const timeoutMs = 10_000;
const pushServices = ["updates.push.services.mozilla.com", "fcm.googleapis.com", "web.push.apple.com"];

export type NetworkProbes = {
  /** Signs in at the mail server. Returns an error text without secrets, or null if the sign-in succeeded. */
  readonly verifyMail: (config: Config) => Promise<string | null>;
  readonly lookUp: (name: string) => Promise<unknown>;
  readonly timers: Timers;
};

/** Checks the mail server and the push services. Takes at most 10 seconds. */
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
  try {
    return (await waitAtMost(timers, timeoutMs, probe(), `no answer in ${timeoutMs / 1_000} s`)) ?? null;
  } catch (error) {
    return messageOf(error);
  }
}

export async function examineCertificate(tls: Config["tls"], now: Date): Promise<Finding[]> {
  if (tls === null) return [];
  const check = "certificate";
  try {
    const { cert } = await readCertificate(tls);
    const { validFromDate, validToDate } = new X509Certificate(cert);
    const until = `${tls.cert} is good until ${validToDate.toISOString().slice(0, 10)}`;
    const days = (validToDate.getTime() - now.getTime()) / day;
    const todo = "Renew it; the server notices the new files within a minute.";
    if (days < 0) return [wrong(check, `${tls.cert} ended on ${validToDate.toISOString().slice(0, 10)}`, todo)];
    if (validFromDate > now) {
      return [wrong(check, `${tls.cert} begins on ${validFromDate.toISOString().slice(0, 10)}`, "Check the clock.")];
    }
    return [days < endsSoonDays ? notice(check, until, todo) : ok(check, until)];
  } catch (error) {
    const reason = messageOf(error);
    return [wrong(check, reason, "Let TLS_CERT and TLS_KEY name a certificate and its key, as PEM files.")];
  }
}
