import { useText } from "#web/i18n/catalogue.ts";
import { toasts } from "#web/page/toasts.ts";
import { perform } from "#web/page/undo.ts";
import { useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Bell, BellOff } from "#web/ui/icons.ts";
import type { MenuItem } from "#web/ui/overlay/menu.tsx";
import { followList, followsSource } from "../../notifications/model/writes.ts";
import type { ListSummary } from "../model/source.ts";

/**
 * Returns the menu item to follow or unfollow a list. A follower gets a notice when other people change the list. If
 * the list is personal, returns no item, because nobody else can change such a list. While the app does not know
 * whether the viewer follows the list, returns no item either.
 */
export function useFollowItem({ id, name, visibility }: ListSummary): MenuItem[] {
  const { follow } = useText().notifications;
  const viewer = useViewer();
  const { data } = useSource(followsSource, viewer && visibility !== "personal" ? {} : null);
  if (!data) return [];
  const followed = !data.ids.includes(id);
  return [
    {
      label: followed ? follow.on : follow.off,
      icon: followed ? <Bell /> : <BellOff />,
      onSelect: () => {
        perform(followList, { id, followed });
        toasts.show({ message: followed ? follow.turnedOn(name) : follow.turnedOff(name) });
      },
    },
  ];
}
