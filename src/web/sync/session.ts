/** Who is looking: a member who signed in, a paired tablet, or nobody yet. */
import { api, read } from "./api/client.ts";
import { Failure, isSignedOut } from "./api/failures.ts";
import { deviceOf } from "./holder.ts";
import { hideFormer, makeRoomFor } from "./signing.ts";
import { source } from "./source.ts";
import { useSource } from "./use-source.ts";

async function findSession() {
  try {
    const { household, member } = await read(api.app.session.get());
    await makeRoomFor(member.id);
    return { kind: "member" as const, household, member };
  } catch (error) {
    const isNoMember = error instanceof Failure && (error.status === 401 || error.status === 403);
    if (!isNoMember) throw error;
  }
  try {
    const { household, caller } = await read(api.v1.households.me.get());
    await makeRoomFor(deviceOf(household.id));
    return { kind: "device" as const, household, name: caller.name };
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    const { needed } = await read(api.app.setup.get());
    hideFormer();
    return { kind: "nobody" as const, needsSetup: needed };
  }
}

/** Who is looking, with the household. */
export type Session = Awaited<ReturnType<typeof findSession>>;
/** A member as the app knows one. */
export type Member = Awaited<ReturnType<typeof findMembers>>["members"][number];
/** What every screen needs to know of the household. */
export type Household = Extract<Session, { kind: "member" }>["household"];

const findMembers = () => read(api.v1.households.me.members.get());

/** Who is looking. */
export const sessionSource = source("session", ["member", "household", "device"], findSession);
/** Everybody in the household, in their order. */
export const membersSource = source("members", ["member", "household"], findMembers);

/** Who is looking; undefined while that is not known. */
export function useSession(): Session | undefined {
  return useSource(sessionSource, {}).data;
}

/** Everybody in the household, in their order; empty while that is not known. */
export function useMembers(): readonly Member[] {
  return useSource(membersSource, {}).data?.members ?? [];
}

/** The member who is signed in; null on a shared tablet. */
export function useViewer(): Member | null {
  const session = useSession();
  const id = session?.kind === "member" ? session.member.id : null;
  return useMembers().find((member) => member.id === id) ?? (session?.kind === "member" ? session.member : null);
}

/** True for owners and adults, who may change everything. */
export function useIsAdult(): boolean {
  const role = useViewer()?.role;
  return role === "owner" || role === "adult";
}

/** The household's settings that screens need; its week and zone are the browser's own while they are not known. */
export function useHousehold(): Household {
  const session = useSession();
  if (session && session.kind !== "nobody") return session.household;
  return { id: "", name: "", timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, weekStartsOn: 1 };
}
