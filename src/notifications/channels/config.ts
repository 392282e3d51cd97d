/** `channel.config` by kind. Secrets are in the clear, because they must be used. */
export type PushConfig = {
  readonly endpoint: string;
  /** Base64url (RFC 8291). */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The VAPID public key of the subscription. */
  readonly serverKey: string;
  /** Where the person subscribed. Links go there. */
  readonly origin: string;
};

export type MailConfig = {
  readonly address: string;
  /** For links that turn this channel off. */
  readonly offToken: string;
  /** Null once proven. */
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
