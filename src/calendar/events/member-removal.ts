import type { MemberRemoval } from "#accounts/members/removal.ts";
import { removeMemberFromEvents } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: removeMemberFromEvents };
