import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Switch } from "#web/ui/controls/choice.tsx";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { Check } from "#web/ui/icons.ts";
import {
  isChosen,
  kinds,
  type NotificationSettings,
  type PreferenceKind,
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
  const { kinds: text } = useText().notifications;
  return (
    <Part title={text.title} section="kinds">
      <p className="soft">{text.hint}</p>
      {kinds.map((kind) => (
        <Kind key={kind} kind={kind} settings={settings} />
      ))}
    </Part>
  );
}

function Kind({ kind, settings }: { kind: PreferenceKind; settings: NotificationSettings }) {
  const { notifications } = useText();
  const { preferences } = settings;
  const channels = settings.channels.filter(({ state }) => state !== "unverified");
  const { name, hint } = notifications.kinds[kind];
  const ways = preferences.kinds[kind];
  const set = (next: typeof ways) => perform(updatePreferences, { kinds: { [kind]: next } });
  if (channels.length < 2) {
    const isOn = ways === "all" || ways.length > 0;
    return <Switch label={name} hint={hint} checked={isOn} onChange={(wanted) => set(wanted ? "all" : [])} />;
  }
  return (
    <FieldSet label={name} hint={hint}>
      <div className="settings-chips">
        {channels.map((channel) => {
          const isOn = isChosen(ways, channel.id);
          const label = isThisDevice(channel) ? notifications.device.title : channel.label;
          return (
            <ChipButton
              key={channel.id}
              pressed={isOn}
              icon={isOn ? <Check /> : undefined}
              aria-label={notifications.kinds.way(name, label)}
              onClick={() => set(withWay(ways, settings.channels, channel.id, !isOn))}
            >
              {label}
            </ChipButton>
          );
        })}
      </div>
    </FieldSet>
  );
}
