import type { AccountRow } from "./rows.store.ts";

/** Codes of the providers in the API and the database. */
export const providerCodes = { caldav: "provider_a", google: "provider_b" } as const;

export type Provider = keyof typeof providerCodes;

export function providerOf({ provider }: Pick<AccountRow, "provider">): Provider {
  return provider === providerCodes.google ? "google" : "caldav";
}
