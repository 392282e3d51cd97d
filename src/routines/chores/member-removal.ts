import type { MemberRemoval } from "#accounts/members/removal.ts";
import { removeMemberFromChores } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: removeMemberFromChores };
