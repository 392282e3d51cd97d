import type { MemberRemoval } from "../members/removal.ts";
import { endSignIn } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: endSignIn, endSignIn };
