import type { MemberRemoval } from "#accounts/members/removal.ts";
import { deleteAppPasswordsOf } from "./store.ts";

export const memberRemoval: MemberRemoval = { remove: deleteAppPasswordsOf, endSignIn: deleteAppPasswordsOf };
