import type { MemberRemoval } from "#accounts/members/removal.ts";
import { removeLikesOf } from "./likes.store.ts";

export const memberRemoval: MemberRemoval = { remove: removeLikesOf };
