import type { MemberRemoval } from "#accounts/members/removal.ts";
import { removeMemberFromCheckIns } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: removeMemberFromCheckIns };
