import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { ownZone, type WallTime, wallTime } from "#web/time/wall.ts";
import { useWallClock } from "#web/time/zone.ts";
import { read } from "./api/client.ts";
import { Failure, isSignedOut } from "./api/failures.ts";
import type { Operations } from "./api/operations.ts";
import { deviceOwner } from "./signing.ts";
import { type Source, source } from "./source.ts";
import { useSource } from "./use-source.ts";

async function findSession(_: unknown, api: Operations) {
  try {
    const { household, member } = await read(api.app.session.get());
    return { kind: "member" as const, household, member };
  } catch (error) {
    const isNoMember = error instanceof Failure && (error.status === 401 || error.status === 403);
    if (!isNoMember) throw error;
  }
  try {
    const { household, caller } = await read(api.v1.households.me.get());
    return { kind: "device" as const, household, name: caller.name };
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    const { needed } = await read(api.app.setup.get());
    return { kind: "nobody" as const, needsSetup: needed };
  }
}

export type Session = Awaited<ReturnType<typeof findSession>>;
export type Member = Awaited<ReturnType<typeof findMembers>>["members"][number];
export type Household = Extract<Session, { kind: "member" }>["household"];

const findMembers = (_: unknown, api: Operations) => read(api.v1.households.me.members.get());

export const sessionSource: Source<unknown, Session> = {
  ...source("session", ["member", "household", "device"], findSession),
  received: async (session, { resetForUser, clearToasts }) => {
    if (session.kind === "nobody") clearToasts();
    else await resetForUser(session.kind === "member" ? session.member.id : deviceOwner(session.household.id));
  },
};
export const membersSource = source("members", ["member", "household"], findMembers);

export const displaySource = source("display", ["household"], (_, api) => read(api.v1.households.me.display.get()));
export type Display = Awaited<ReturnType<typeof displaySource.fetch>>;

/** All settings of the household that adults can change. */
export const householdSource = source("settings.household", ["household"], (_, api) => read(api.app.household.get()));
export type HouseholdSettings = Awaited<ReturnType<typeof householdSource.fetch>>;

const plainDisplay: Display = { weekStartsToday: false, hiddenMealTypes: [], amounts: "written" };

/**
 * Returns the household's display settings. Returns undefined while loading. Returns the defaults if the settings
 * cannot be loaded.
 */
export function useDisplay(): Display | undefined {
  const { data, error } = useSource(displaySource, {});
  return data ?? (error ? plainDisplay : undefined);
}

/**
 * Facts about the session that many components need, for example each row of a list. `app.tsx` observes the necessary
 * queries once and provides the facts to all these components.
 */
export type SessionFacts = {
  /** Session of the viewer. Undefined while loading. */
  readonly session: Session | undefined;
  /** Signed-in member. Null on a shared tablet, and while nobody is signed in. */
  readonly viewer: Member | null;
  /** Members in the household's order. Empty while loading. */
  readonly members: readonly Member[];
  /** Settings of the household. While loading, these are defaults with the browser's time zone. */
  readonly household: Household;
  /** Whether the viewer is an owner or an adult. Owners and adults may change everything. */
  readonly isAdult: boolean;
  /** Current date in the household's time zone. */
  readonly today: string;
};

const timeZone = ownZone();
export const unknownHousehold: Household = { id: "", name: "", timeZone, weekStartsOn: 1, groceryListName: "" };

export const SessionContext = createContext<SessionFacts>({
  session: undefined,
  viewer: null,
  members: [],
  household: unknownHousehold,
  isAdult: false,
  today: wallTime(Date.now(), timeZone).day,
});

export function useSession(): Session | undefined {
  return useContext(SessionContext).session;
}

export function useMembers(): readonly Member[] {
  return useContext(SessionContext).members;
}

export function useViewer(): Member | null {
  return useContext(SessionContext).viewer;
}

export function useIsAdult(): boolean {
  return useContext(SessionContext).isAdult;
}

export function useHousehold(): Household {
  return useContext(SessionContext).household;
}

/** Returns the current local time of the household. The component is rendered again each minute. */
export function useNow(): WallTime & { readonly ms: number } {
  return useWallClock(useHousehold().timeZone);
}

/**
 * Returns the current date of the household. Unlike with {@link useNow}, the component is rendered again only when the
 * day changes.
 */
export function useToday(): string {
  return useContext(SessionContext).today;
}
