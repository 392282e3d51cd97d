/** Sample calls for the operations on notices. `operations.ts` includes them. */

import type { Home } from "../home/home.ts";
import { addNotice } from "../reminders/notices.ts";
import type { Sample } from "./operations.ts";

/** A notice belongs to one member, and the activity feed does not show it. */
const ofAnna = { entries: 0, statusForOthers: 404 } as const;
const clear = "9f86d081884c7d659a2feaa0c55ad015";

export const noticeSamples: Record<string, (home: Home) => Sample> = {
  listNotices: (home) => {
    addNotice(home);
    return { path: "/app/notices?limit=2" };
  },
  markNoticesRead: (home) => ({ path: "/app/notices/read", body: { upTo: addNotice(home) }, ...ofAnna }),
  clearNotices: (home) => ({ path: "/app/notices/clear", body: { upTo: addNotice(home), clear }, ...ofAnna }),
  reopenNotices: () => ({ path: "/app/notices/reopen", body: { clear }, entries: 0 }),
  readNotice: (home) => ({ path: `/app/notices/${addNotice(home)}`, ...ofAnna }),
  actOnNotice: (home) => ({
    path: `/app/notices/${addNotice(home)}`,
    body: { action: "snooze", minutes: 10 },
    ...ofAnna,
  }),
};
