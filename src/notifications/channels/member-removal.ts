import type { MemberRemoval } from "#accounts/members/removal.ts";
import { deleteChannelsOf, deletePushOf } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: deleteChannelsOf, endSignIn: deletePushOf };
