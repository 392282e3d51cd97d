import type { MemberRemoval } from "#accounts/members/removal.ts";
import { removeMemberFromObjects } from "./objects.store.ts";

export const memberRemoval: MemberRemoval = { remove: removeMemberFromObjects };
