import type { Notice } from "#notifications/notices/model.ts";
import { currentServerLanguage } from "#web/i18n/locale.ts";
import { read } from "./api/client.ts";
import type { Operations } from "./api/operations.ts";
import { source } from "./source.ts";
import { useSource } from "./use-source.ts";

export type { Notice };

const pageSize = 30;

const readPage = (api: Operations, cursor: string | null) =>
  read(
    api.app.notices.get({
      query: { limit: pageSize, language: currentServerLanguage(), ...(cursor === null ? {} : { cursor }) },
    }),
  );

/**
 * Notices, newest first. `pages` is the number of pages to read. `hasOlder` says whether further pages have open
 * notices. A tablet gets the notices for the whole household. The source has no kinds, because notices do not raise the
 * household's revision. The live channel has a separate message for new notices.
 */
export const noticesSource = source("notices", [], async ({ pages }: { pages: number }, api) => {
  const first = await readPage(api, null);
  const notices = [...first.notices];
  let { nextCursor } = first;
  const { unread, open } = first;
  for (let page = 1; page < pages && nextCursor !== null; page++) {
    const next = await readPage(api, nextCursor);
    notices.push(...next.notices);
    nextCursor = next.nextCursor;
  }
  const shown = notices.filter(({ state }) => state === "open").length;
  return { notices, unread, hasOlder: nextCursor !== null && shown < open };
});

/** Notification preferences and channels of the member, and the channels that the server offers. */
export const notificationsSource = source("notifications", [], (_, api) => read(api.app.notifications.get()));

export function useUnread(): number {
  return useSource(noticesSource, { pages: 1 }).data?.unread ?? 0;
}
