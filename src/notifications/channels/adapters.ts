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
export class Channels {
  readonly adapters: { readonly [Kind in ChannelKind]: Adapter<ChannelConfigs[Kind]> };
  private readonly mailer: Mailer;
  private readonly pushGuard: Guard;

  constructor(
    private readonly deps: ChannelsDeps,
    network: Network = {},
  ) {
    const { config, clock, timers } = deps;
    const createAllowed = (origins: readonly string[]) =>
      createOutbound({ allowedOrigins: origins, timers, ...network });
    this.mailer = new Mailer(config, clock, network);
    this.pushGuard = { ...lanGuard(config.lanOrigins), timers, ...network };
    const apprise = config.appriseUrl === null ? [] : [new URL(config.appriseUrl).origin];
    this.adapters = {
      push: createPush({ ...deps, outbound: createOutbound(this.pushGuard) }),
      mail: createMail(config, this.mailer),
      ntfy: createNtfy({ ...deps, outbound: createAllowed(config.ntfyUrls) }),
      apprise: createApprise({ ...deps, outbound: createAllowed(apprise) }),
    };
  }

  /** Sends a message. Never rejects: the outcome describes a failure. */
  send(channel: StoredChannel, message: Message, signal: AbortSignal): Promise<Outcome> {
    return this.adapterOf(channel).send(channel.config, message, signal);
  }

  targetOf(channel: StoredChannel): string {
    return this.adapterOf(channel).target(channel.config);
  }

  /** Sends a mail that a person asks for, even if `DELIVERY` is off. */
  sendMail(mail: Mail, signal: AbortSignal): Promise<Outcome> {
    return this.mailer.send(mail, signal);
  }

  /** The VAPID public key. The first call creates and writes the keys, so never call it in a read-only transaction. */
  get publicKey(): string {
    return readVapidKeys(this.deps.db).publicKey;
  }

  available() {
    const { config } = this.deps;
    return {
      push: { publicKey: this.publicKey, apple: contactOf(config).isPublic },
      mail: this.mailer.isSetUp,
      ntfy: [...config.ntfyUrls],
      apprise: config.appriseUrl !== null,
      isDelivering: config.isDelivering,
    };
  }

  /**
   * Whether the URL may be used as a push endpoint. The address to which its host name resolves is not checked here,
   * but each time a message is sent.
   */
  isEndpoint(address: string): boolean {
    try {
      return requireAllowedUrl(this.pushGuard, address).protocol === "https:";
    } catch (error) {
      if (error instanceof OutboundError) return false;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.mailer.close();
  }

  private adapterOf({ kind }: StoredChannel): Adapter {
    return this.adapters[kind] as Adapter;
  }
}

export function createChannels(deps: ChannelsDeps, network?: Network): Channels {
  return new Channels(deps, network);
}
