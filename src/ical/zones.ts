// Placeholder until ical-A.
import type { Component } from "./component.ts";
export type ZoneResolver = {
  resolve(tzid: string, wall: number): { timeZone: string; isGuess: boolean };
  readonly floating: string;
};
export function createZones(_: readonly Component[], home: { timeZone: string }, x: string | null): ZoneResolver {
  return {
    floating: x ?? home.timeZone,
    resolve: (tzid) => {
      try {
        new Intl.DateTimeFormat("en", { timeZone: tzid });
        return { timeZone: tzid, isGuess: false };
      } catch {
        return { timeZone: home.timeZone, isGuess: true };
      }
    },
  };
}
