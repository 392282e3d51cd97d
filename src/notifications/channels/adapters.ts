import type { Deps } from "#platform/deps.ts";
import { createOutbound, type Guard, lanGuard, OutboundError, requireAllowedUrl } from "#platform/net/outbound.ts";
import type { Adapter, Message, Outcome } from "../delivery/outcome.ts";
import { createApprise } from "./apprise.ts";
import type { ChannelConfigs, ChannelKind, StoredChannel } from "./config.ts";
import { createMail, type Mail, Mailer } from "./mail.ts";
import { createNtfy } from "./ntfy.ts";
import { contactOf, createPush, readVapidKeys } from "./push.ts";

type ChannelsDeps = Pick<Deps, "db" | "config" | "clock" | "timers">;

/** Network settings, such as the DNS lookup and the timeout, that tests replace. */
export type Network = Partial<Pick<Guard, "lookup" | "ca" | "timeoutMs">>;

/** Sends messages through all kinds of channels. Waits for the network: never call it inside a transaction. */
export type Channels = ReturnType<typeof createChannels>;

export function createChannels(deps: ChannelsDeps, network: Network = {}) {
  const { db, config, clock, timers } = deps;
  const outboundTo = (allowedOrigins: readonly string[]) => createOutbound({ allowedOrigins, timers, ...network });
  const mailer = new Mailer(config, clock, network);
  const pushGuard: Guard = { ...lanGuard(config.lanOrigins), timers, ...network };
  const apprise = config.appriseUrl === null ? [] : [new URL(config.appriseUrl).origin];
  const adapters: { readonly [Kind in ChannelKind]: Adapter<ChannelConfigs[Kind]> } = {
    push: createPush({ ...deps, outbound: createOutbound(pushGuard) }),
    mail: createMail(config, mailer),
    ntfy: createNtfy({ ...deps, outbound: outboundTo(config.ntfyUrls) }),
    apprise: createApprise({ ...deps, outbound: outboundTo(apprise) }),
  };
  const adapterOf = ({ kind }: StoredChannel) => adapters[kind] as Adapter;
  return {
    adapters,

    /** Sends a message. Never rejects: the outcome describes a failure. */
    send: (channel: StoredChannel, message: Message, signal: AbortSignal): Promise<Outcome> =>
      adapterOf(channel).send(channel.config, message, signal),

    targetOf: (channel: StoredChannel): string => adapterOf(channel).target(channel.config),

    /** Sends a mail that a person asks for, even if `DELIVERY` is off. */
    sendMail: (mail: Mail, signal: AbortSignal): Promise<Outcome> => mailer.send(mail, signal),

    /** The VAPID public key. The first call creates and writes the keys, so never call it in a read-only transaction. */
    get publicKey(): string {
      return readVapidKeys(db).publicKey;
    },

    available() {
      return {
        push: { publicKey: this.publicKey, apple: contactOf(config).isPublic },
        mail: mailer.isSetUp,
        ntfy: [...config.ntfyUrls],
        apprise: config.appriseUrl !== null,
        isDelivering: config.isDelivering,
      };
    },

    /** Whether the URL may be a push endpoint. The address of its host is checked only when a message is sent. */
    isEndpoint(address: string): boolean {
      try {
        return requireAllowedUrl(pushGuard, address).protocol === "https:";
      } catch (error) {
        if (error instanceof OutboundError) return false;
        throw error;
      }
    },

    close: (): Promise<void> => mailer.close(),
  };
}
