/** What `channel.config` holds, by kind. Secrets are in the clear, because they must be used. */
export type PushConfig = {
  readonly endpoint: string;
  /** Base64url: the browser's public key, and the secret that it shares with us (RFC 8291). */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The VAPID public key that the browser subscribed with. */
  readonly serverKey: string;
  /** Links go to the origin at which the person subscribed. */
  readonly origin: string;
};

export type MailConfig = {
  readonly address: string;
  /** Turns this channel off, in the links of its mails. */
  readonly offToken: string;
  /** Until the address is proven. */
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
