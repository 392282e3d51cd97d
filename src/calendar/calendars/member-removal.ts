import type { MemberRemoval } from "#accounts/members/removal.ts";
import { deletePrivateObjects, moveHiddenObjects } from "./objects.store.ts";
import { familyKey } from "./store.ts";

export const memberRemoval: MemberRemoval = {
  remove(work, memberId) {
    deletePrivateObjects(work, memberId);
    moveHiddenObjects(work, memberId, familyKey);
  },
};
