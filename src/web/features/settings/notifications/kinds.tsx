import { type InstantField, InstantFields } from "#web/forms/instant-fields.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import {
  isChosen,
  kinds,
  type NotificationSettings,
  type Ways,
  withWay,
} from "../../notifications/model/preferences.ts";
import { isThisDevice } from "../../notifications/model/push.ts";
import { updatePreferences } from "../../notifications/model/writes.ts";
import { Part } from "../part.tsx";

/**
 * Part of the settings with the kinds of notices. If there is one channel, each kind has a switch. If there are several
 * channels, each kind has a chip for every channel.
 */
export function KindsPart({ settings }: { settings: NotificationSettings }) {
  const { kinds: text, device } = useText().notifications;
  const channels = settings.channels.filter(({ state }) => state !== "unverified");
  const fields = kinds.map((kind): InstantField => {
    const { name, hint } = text[kind];
    const ways = settings.preferences.kinds[kind];
    const set = (next: Ways) => perform(updatePreferences, { kinds: { [kind]: next } });
    if (channels.length < 2) {
      const value = ways === "all" || ways.length > 0;
      return { kind: "switch", label: name, hint, value, write: (isOn) => set(isOn ? "all" : []) };
    }
    return {
      kind: "chips",
      label: name,
      hint,
      value: channels.map(({ id }) => id).filter((id) => isChosen(ways, id)),
      options: channels.map((channel) => {
        const label = isThisDevice(channel) ? device.title : channel.label;
        return { value: channel.id, label, name: text.way(name, label) };
      }),
      write: (id, isOn) => set(withWay(ways, settings.channels, id, isOn)),
    };
  });
  return (
    <Part title={text.title} section="kinds">
      <p className="soft">{text.hint}</p>
      <InstantFields fields={fields} />
    </Part>
  );
}
