import type { MemberRemoval } from "#accounts/members/removal.ts";
import { requireMember } from "#accounts/members/store.ts";
import { unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { countOpenTasks, reassignOpenTasks } from "./store.ts";

export const memberRemoval: MemberRemoval = {
  check(work, { id, name }, { reassignTo }) {
    if (reassignTo !== undefined && requireMember(work, reassignTo, "reassignTo").id === id) {
      throw unprocessable("reassignTo", "must be another member");
    }
    const open = countOpenTasks(work, id);
    if (open === 0 || reassignTo !== undefined) return;
    const tasks = open === 1 ? "an open task" : `${open} open tasks`;
    throw unprocessable("reassignTo", `must name another member, because ${name} still has ${tasks}`);
  },

  remove(work, memberId, { reassignTo }, outcome) {
    const open = countOpenTasks(work, memberId);
    if (reassignTo === undefined || open === 0) return;
    const { name } = requireMember(work, reassignTo, "reassignTo");
    reassignOpenTasks(work, memberId, reassignTo);
    outcome.summaryEnd = open === 1 ? say`; ${name} took a task over` : say`; ${name} took ${open} tasks over`;
  },
};
