/**
 * Configuration of a push channel. The secrets in `channel.config` are not hashed, because the server has to send them.
 */
export type PushConfig = {
  readonly endpoint: string;
  /** Public keys of the browser's subscription in base64url (RFC 8291). */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** VAPID public key with which the browser subscribed. */
  readonly serverKey: string;
  /** Origin of the app when the person subscribed. Links in messages use this origin. */
  readonly origin: string;
};

export type MailConfig = {
  readonly address: string;
  /** Token of the link that turns this channel off. */
  readonly offToken: string;
  /** Code that verifies the mail address. Null if no code was sent, or if the code was already entered. */
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

/** Maximum number of messages that are sent to one service, such as a mail server, at the same time. */
export const maxParallel: Readonly<Record<ChannelKind, number>> = { push: 6, mail: 2, ntfy: 2, apprise: 2 };

export const channelKinds = ["push", "mail", "ntfy", "apprise"] as const satisfies readonly ChannelKind[];

/** A kind of channel with its configuration. */
export type KindAndConfig = {
  [Kind in ChannelKind]: { readonly kind: Kind; readonly config: ChannelConfigs[Kind] };
}[ChannelKind];

export type StoredChannel = KindAndConfig & { readonly id: string; readonly memberId: string };
