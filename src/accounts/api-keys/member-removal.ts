import type { MemberRemoval } from "../members/removal.ts";
import { revokeKeysOf } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: revokeKeysOf };
