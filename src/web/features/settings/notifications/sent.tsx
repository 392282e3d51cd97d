import { useText } from "../../../i18n/catalogue.ts";
import { formatAgo } from "../../../time/ago.ts";
import { useNow } from "../../../time/zone.ts";
import { Chip } from "../../../ui/controls/chip.tsx";
import type { NotificationSettings } from "../../notifications/model/preferences.ts";
import { isThisDevice } from "../../notifications/model/push.ts";
import { Part } from "../part.tsx";

const tones = { sent: "good", failed: "danger", expired: "warn", queued: "ember", sending: "ember" } as const;

export function SentPart({ settings }: { settings: NotificationSettings }) {
  const { sent: text, device } = useText().notifications;
  const { ms } = useNow();
  const wayOf = (id: string) => {
    const channel = settings.channels.find((each) => each.id === id);
    if (!channel) return text.removed;
    return isThisDevice(channel) ? device.title : channel.label;
  };
  return (
    <Part title={text.title}>
      {settings.sent.length === 0 ? (
        <p className="soft">{text.none}</p>
      ) : (
        <ul className="settings-rows">
          {settings.sent.map(({ id, title, channelId, at, state, reason }) => (
            <li key={id} className="settings-row">
              <span className="settings-row-text">
                <strong>{title}</strong>
                <span className="soft small">
                  {wayOf(channelId)} · {formatAgo(at, ms)}
                </span>
                {reason !== null && (
                  <span className="small" lang="en">
                    {reason}
                  </span>
                )}
              </span>
              <Chip tone={state === "cancelled" ? undefined : tones[state]}>{text.states[state]}</Chip>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
