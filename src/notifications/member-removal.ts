import type { MemberRemoval } from "#accounts/members/removal.ts";
import { deleteChannelsOf, deletePushOf } from "./channels/store.ts";
import { deleteFollows } from "./notices/follows.store.ts";
import { deletePreferences } from "./notices/preferences.store.ts";
import { deleteNotices } from "./notices/store.ts";

export const memberRemoval: MemberRemoval = {
  remove(work, memberId) {
    deleteNotices(work, memberId);
    deleteFollows(work, memberId);
    deletePreferences(work, memberId);
    deleteChannelsOf(work, memberId);
  },
  endSignIn: deletePushOf,
};
