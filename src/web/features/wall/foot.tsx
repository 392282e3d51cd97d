import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { isConnected } from "../../sync/connection.ts";
import { outbox } from "../../sync/outbox.ts";
import { actingMember } from "../../sync/perform.ts";
import { useMembers } from "../../sync/session.ts";
import { useStore } from "../../sync/store.ts";
import { IconButton } from "../../ui/controls/button.tsx";
import { CloudOff, Settings } from "../../ui/icons.ts";
import { Door } from "./door.tsx";
import { forgetWho } from "./model/identity.ts";

/** Under the wall's tabs: who is ticking, whether the server answers, and the way to the tablet's settings. */
export function WallFoot() {
  const { wall, common } = useText();
  const [isOpen, setOpen] = useState(false);
  const isOnline = useStore(isConnected);
  const waiting = useStore(outbox.pending, ({ length }) => length);
  const acting = useStore(actingMember);
  const who = useMembers().find(({ id }) => id === acting);
  return (
    <div className="wall-foot">
      {who && (
        <button type="button" className="wall-who" onClick={forgetWho} aria-label={wall.notYou(who.name)}>
          <Avatar person={who} decorative />
        </button>
      )}
      {!isOnline && (
        <span className="wall-offline" role="status" aria-label={wall.offline(waiting)} title={wall.offline(waiting)}>
          <CloudOff /> {waiting > 0 && waiting}
        </span>
      )}
      <IconButton aria-label={common.nav.settings} onClick={() => setOpen(true)}>
        <Settings />
      </IconButton>
      {isOpen && <Door onClose={() => setOpen(false)} />}
    </div>
  );
}
