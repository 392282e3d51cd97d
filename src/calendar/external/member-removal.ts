import type { MemberRemoval } from "#accounts/members/removal.ts";
import { removeAccountsOf } from "./accounts/store.ts";
import { removeMemberFromSubscriptions } from "./store.ts";

export const memberRemoval: MemberRemoval = {
  remove(work, memberId) {
    removeMemberFromSubscriptions(work, memberId);
    removeAccountsOf(work, memberId);
  },
};
