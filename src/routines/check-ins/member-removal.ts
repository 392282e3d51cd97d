import type { MemberRemoval } from "#accounts/members/removal.ts";
import { leaveCheckIns } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: leaveCheckIns };
