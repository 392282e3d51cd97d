/**
 * Sends mails through the mail server of the operator. The mail server may be in the local network, because the
 * operator chose the address.
 */
import { TokenBuckets } from "#platform/auth/rate-limit.ts";
import { baseUrlOf, type Config } from "#platform/config.ts";
import type { Guard } from "#platform/net/outbound.ts";
import { type Adapter, down, type Message, type Outcome, refused, retry } from "../delivery/outcome.ts";
import type { Language, Urgency } from "../notices/notice.ts";
import type { MailConfig } from "./config.ts";
import { channelTexts } from "./message-texts.ts";
import { reasons, unexpectedStatus } from "./reasons.ts";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly url: string } | null;
  /** Id in the Message-ID header, the same if the mail is sent again. Random if missing. */
  readonly id?: string;
  readonly footer?: { readonly why: string; readonly stop: string; readonly page: string; readonly oneClick: string };
  readonly language: Language;
  readonly urgency: Urgency;
};

type Transport = { sendMail(mail: object): Promise<unknown>; verify(): Promise<unknown>; close(): void };

const mailsPerMinute = 30;
/** Part of `mailsPerMinute` that mails of low urgency must not use, reserved for the more urgent reminders. */
const reservedForReminders = 10;
const timeoutMs = 10_000;
const idleMs = 30_000;

export class Mailer {
  private readonly allowance = new TokenBuckets(mailsPerMinute, mailsPerMinute);
  private transport: Promise<Transport> | null = null;
  private isClosed = false;

  constructor(
    private readonly config: Config,
    private readonly clock: () => Date,
    private readonly network: Pick<Guard, "ca" | "timeoutMs"> = {},
  ) {}

  get isSetUp(): boolean {
    return this.config.smtpUrl !== null;
  }

  /** Sends a mail. Never rejects. */
  async send(mail: Mail, signal: AbortSignal): Promise<Outcome> {
    if (!this.isSetUp || this.isClosed) return down(reasons.mailNotSetUp);
    const now = this.clock();
    const waitMs = this.takeTurn(mail.urgency, now);
    if (waitMs > 0) return retry(reasons.mailLimit, { afterMs: waitMs });
    const limit = AbortSignal.timeout(this.network.timeoutMs ?? timeoutMs);
    try {
      const transport = await this.connect();
      await transport.sendMail({ ...this.compose(mail), date: now, signal: AbortSignal.any([signal, limit]) });
      return { kind: "ok", status: 250 };
    } catch (error) {
      if (signal.aborted) return retry(reasons.stopped);
      return limit.aborted ? retry(reasons.slow) : classifyMailError(error);
    }
  }

  /** Signs in at the mail server without sending. Never rejects. */
  async verify(): Promise<Outcome> {
    try {
      await (await this.connect()).verify();
      return { kind: "ok", status: null };
    } catch (error) {
      return classifyMailError(error);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    (await this.transport)?.close();
  }

  private takeTurn(urgency: Urgency, now: Date): number {
    const key = "smtp";
    const { remaining, retryInSeconds } = this.allowance.peek(key, now.getTime());
    const reserved = urgency === "low" ? reservedForReminders : 0;
    if (remaining > reserved) {
      this.allowance.take(key, now.getTime());
      return 0;
    }
    return Math.max(retryInSeconds, 2) * 1_000;
  }

  private compose(mail: Mail) {
    const { footer } = mail;
    const sender = senderOf(this.config);
    const host = /@([a-z0-9.-]+)>?\s*$/i.exec(sender)?.[1] ?? "inglenook.invalid";
    return {
      from: sender,
      to: { name: "", address: mail.to },
      subject: mail.subject,
      text: textOf(mail),
      html: htmlOf(mail),
      messageId: `<${mail.id ?? crypto.randomUUID()}@${host}>`,
      headers: {
        "Auto-Submitted": "auto-generated",
        ...(footer ? unsubscribeHeaders(footer.oneClick) : {}),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  private connect(): Promise<Transport> {
    this.transport ??= this.open();
    return this.transport;
  }

  private async open(): Promise<Transport> {
    const { createTransport } = await import("nodemailer");
    const url = new URL(this.config.smtpUrl ?? "");
    const secure = url.protocol === "smtps:";
    const hasTls = secure || url.searchParams.get("tls") !== "off";
    const standardPort = secure ? 465 : hasTls ? 587 : 25;
    const user = decodeURIComponent(url.username);
    const { ca } = this.network;
    return createTransport({
      pool: true,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? standardPort : Number(url.port),
      secure,
      requireTLS: hasTls && !secure,
      ignoreTLS: !hasTls,
      ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
      ...(ca === undefined ? {} : { tls: { ca } }),
      maxConnections: 2,
      // The server may have taken the first mail.
      maxRequeues: 0,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      idleTimeout: idleMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}

function senderOf({ mailFrom, smtpUrl }: Config): string {
  if (mailFrom !== null) return mailFrom;
  const { username, hostname } = new URL(smtpUrl ?? "smtp://localhost");
  const user = decodeURIComponent(username);
  return `Inglenook <${user.includes("@") ? user : `inglenook@${hostname}`}>`;
}

/** Returns the unsubscribe headers of RFC 2369, and for https links also the one-click headers of RFC 8058. */
function unsubscribeHeaders(oneClick: string): Record<string, string> {
  const isSafe = oneClick.startsWith("https:");
  return {
    "List-Unsubscribe": `<${oneClick}>`,
    ...(isSafe ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
  };
}

function textOf({ paragraphs, link, footer }: Mail): string {
  const parts = [...paragraphs];
  if (link) parts.push(`${link.label}:\n${link.url}`);
  if (footer) parts.push(`-- \n${footer.why}\n${footer.stop}: ${footer.page}`);
  return `${parts.join("\n\n")}\n`;
}

function htmlOf({ subject, paragraphs, link, footer, language }: Mail): string {
  const anchor = (label: string, url: string) => `<a href="${Bun.escapeHTML(url)}">${Bun.escapeHTML(label)}</a>`;
  const parts = paragraphs.map((each) => `<p>${Bun.escapeHTML(each).replaceAll("\n", "<br>")}</p>`);
  if (link) parts.push(`<p>${anchor(link.label, link.url)}</p>`);
  if (footer) parts.push(`<p><small>${Bun.escapeHTML(footer.why)} ${anchor(footer.stop, footer.page)}</small></p>`);
  const head = `<meta charset="utf-8"><title>${Bun.escapeHTML(subject)}</title>`;
  return `<!doctype html><html lang="${language}"><head>${head}</head><body>${parts.join("\n")}</body></html>`;
}

/** Returns the outcome, whose reason leaves out the mail server's text: that may contain the recipient's address. */
export function classifyMailError(thrown: unknown): Outcome {
  const { code, status, command } = mailErrorOf(thrown);
  if (code === "EAUTH" || status === 530) return down(reasons.mailLogin, { status });
  if (status !== null && status >= 500) {
    if (command === "MAIL FROM") return down(reasons.mailSender, { status });
    if (command === "RCPT TO") return refused(reasons.mailAddress, { status });
    if (command === "DATA") return refused(reasons.mailMessage, { status });
    return down(command === "STARTTLS" ? reasons.mailTls : reasons.mailServer, { status });
  }
  if (status !== null) return retry(unexpectedStatus(status), { status });
  if (code === "ETIMEDOUT" || code === "EABORT") return retry(reasons.slow);
  if (code === "ETLS" || /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/.test(code))
    return down(reasons.mailTls);
  if (code === "EENVELOPE") return refused(reasons.mailAddress);
  if (code === "EMESSAGE") return refused(reasons.mailMessage);
  return retry(reasons.unreachable);
}

function mailErrorOf(thrown: unknown) {
  const { code, responseCode, command, cause, message } = (thrown ?? {}) as Record<string, unknown>;
  const inner = (cause ?? {}) as Record<string, unknown>;
  const isCertificate = /certificate|self.signed|altname/i.test(String(message ?? ""));
  return {
    code: isCertificate ? "CERT" : String(inner.code ?? code ?? ""),
    status: typeof responseCode === "number" && responseCode >= 400 ? responseCode : null,
    command: String(command ?? ""),
  };
}

function reminderMail(config: Config, { address, offToken }: MailConfig, message: Message): Mail {
  const base = baseUrlOf(config);
  const { open, whyMail, stopMail } = channelTexts[message.language];
  return {
    to: address,
    subject: message.title,
    paragraphs: message.body === "" ? [message.title] : [message.title, message.body],
    link: { label: open, url: `${base}${message.path}` },
    id: `${message.noticeId}.${message.channelId}`,
    footer: {
      why: whyMail,
      stop: stopMail,
      page: `${base}/mail-off/${offToken}`,
      oneClick: `${base}/app/mail/off/${offToken}`,
    },
    language: message.language,
    urgency: message.urgency,
  };
}

export function createMail(config: Config, mailer: Mailer): Adapter<MailConfig> {
  return {
    target: () => "smtp",
    send: (channel, message, signal) => mailer.send(reminderMail(config, channel, message), signal),
  };
}
