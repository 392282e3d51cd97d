import { type Accounts, createAccounts } from "#calendar/external/accounts/service.ts";
import { createSubscriptions, type Subscriptions } from "#calendar/external/subscriptions.ts";
import { Presence } from "#client/live/presence.ts";
import { createPhotos, type Photos } from "#lists/photos/photos.ts";
import { type Channels, createChannels } from "#notifications/channels/adapters.ts";
import type { Deps } from "#platform/deps.ts";

export type AppDeps = Deps & {
  readonly photos: Photos;
  readonly channels: Channels;
  readonly subscriptions: Subscriptions;
  readonly accounts: Accounts;
  readonly presence: Presence;
};

/** Creates the services of the features, and returns them with the dependencies that they share. */
export function withServices(deps: Deps): AppDeps {
  const presence = new Presence();
  return {
    ...deps,
    presence,
    photos: createPhotos(deps.config, deps.log),
    channels: createChannels(deps),
    subscriptions: createSubscriptions(deps),
    accounts: createAccounts({ ...deps, presence }),
  };
}
