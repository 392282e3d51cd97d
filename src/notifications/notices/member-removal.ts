import type { MemberRemoval } from "#accounts/members/removal.ts";
import { deleteFollows } from "./follows.store.ts";
import { deletePreferences } from "./preferences.store.ts";
import { deleteNotices } from "./store.ts";

export const memberRemoval: MemberRemoval = {
  remove(work, memberId) {
    deleteNotices(work, memberId);
    deleteFollows(work, memberId);
    deletePreferences(work, memberId);
  },
};
