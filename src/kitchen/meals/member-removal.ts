import type { MemberRemoval } from "#accounts/members/removal.ts";
import { removeCookFromMeals } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: removeCookFromMeals };
