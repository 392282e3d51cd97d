import type { MemberRemoval } from "#accounts/members/removal.ts";
import { deleteFeedsOf } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: deleteFeedsOf };
