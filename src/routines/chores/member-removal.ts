import type { MemberRemoval } from "#accounts/members/removal.ts";
import { leaveChores } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: leaveChores };
