/** Configuration of a push channel. Secrets in `channel.config` are not hashed, because they are sent. */
export type PushConfig = {
  readonly endpoint: string;
  /** Keys of the browser in base64url (RFC 8291). */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The VAPID public key of the subscription. */
  readonly serverKey: string;
  /** Origin at which the person subscribed. Links lead to it. */
  readonly origin: string;
};

export type MailConfig = {
  readonly address: string;
  /** Token of the link that turns this channel off. */
  readonly offToken: string;
  /** Code that verifies the address. Null if none was sent, or it was entered. */
  readonly code: { readonly hash: string; readonly expiresAt: string; readonly tries: number } | null;
};

export type NtfyConfig = { readonly server: string; readonly topic: string; readonly token: string | null };

export type AppriseConfig = { readonly key: string };

export type ChannelConfigs = {
  readonly push: PushConfig;
  readonly mail: MailConfig;
  readonly ntfy: NtfyConfig;
  readonly apprise: AppriseConfig;
};

export type ChannelKind = keyof ChannelConfigs;

export const channelKinds = ["push", "mail", "ntfy", "apprise"] as const satisfies readonly ChannelKind[];

export type StoredChannel = {
  [Kind in ChannelKind]: {
    readonly id: string;
    readonly memberId: string;
    readonly kind: Kind;
    readonly config: ChannelConfigs[Kind];
  };
}[ChannelKind];
