import type { Accounts } from "#calendar/external/accounts/service.ts";
import type { Subscriptions } from "#calendar/external/subscriptions.ts";
import type { Presence } from "#client/live/presence.ts";
import type { Photos } from "#lists/photos/photos.ts";
import type { Channels } from "#notifications/channels/adapters.ts";
import type { Deps } from "#platform/deps.ts";

/** Services that the routes of the app need. */
export type AppDeps = Deps & {
  readonly photos: Photos;
  readonly channels: Channels;
  readonly subscriptions: Subscriptions;
  readonly accounts: Accounts;
  readonly presence: Presence;
};
