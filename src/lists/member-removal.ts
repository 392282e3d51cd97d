import type { MemberRemoval } from "#accounts/members/removal.ts";
import { unprocessable } from "#lib/errors.ts";
import { hasPersonalLists, removeMemberFromLists } from "./lists/member-removal.store.ts";
import { removeMemberFromTemplates } from "./templates/store.ts";

export const memberRemoval: MemberRemoval = {
  check(work, { id, name }, { personalLists }) {
    if (personalLists !== undefined || !hasPersonalLists(work, id)) return;
    throw unprocessable("personalLists", `must be delete or share, because ${name} still has personal lists`);
  },

  remove(work, memberId, { personalLists }, { files }) {
    files.push(...removeMemberFromTemplates(work, memberId, personalLists ?? "delete"));
    files.push(...removeMemberFromLists(work, memberId, personalLists ?? "share"));
  },
};
