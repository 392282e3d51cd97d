import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/controls/choice.tsx";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { AppearanceFields } from "../settings/you/appearance.tsx";
import { isSigningIn } from "./model/identity.ts";
import { setPin } from "./model/paired.ts";
import { hasPin, tryPin } from "./model/pin.ts";
import { hasSound, setSound } from "./model/sound.ts";
import { chooseTextSize, night, setNight, textSize, textSizes } from "./model/use-wall-look.ts";
import { PinPad } from "./pin-pad.tsx";

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Settings of a tablet on the wall. If a PIN is set, the sheet first asks for it. */
export function LockedSettings({ onClose }: { onClose: () => void }) {
  const { wall } = useText();
  const [isIn, setIn] = useState(!hasPin());
  if (isIn) return <SettingsSheet onClose={onClose} />;
  return (
    <Sheet open onClose={onClose} title={wall.pin.enter} sub={wall.pin.enterHint} size="s">
      <PinPad
        onPin={(pin) => {
          if (!tryPin(pin)) return wall.pin.wrong;
          setIn(true);
          return null;
        }}
      />
    </Sheet>
  );
}

function SettingsSheet({ onClose }: { onClose: () => void }) {
  const { wall } = useText();
  const [isChoosing, setChoosing] = useState(false);
  if (isChoosing) return <NewPin onDone={() => setChoosing(false)} />;
  return (
    <Sheet open onClose={onClose} title={wall.settings.title} sub={wall.settings.hint}>
      <div className="wall-settings">
        <section>
          <TextSizeSetting />
          <AppearanceFields />
        </section>
        <NightSettings />
        <SoundSetting />
        <PinSettings onChoose={() => setChoosing(true)} />
        <section>
          <h3>{wall.settings.leave}</h3>
          <p className="soft small">{wall.settings.leaveHint}</p>
          <Button onClick={() => isSigningIn().set(true)}>{wall.settings.signIn}</Button>
        </section>
      </div>
    </Sheet>
  );
}

function TextSizeSetting() {
  const { wall } = useText();
  return (
    <SegmentedField
      label={wall.settings.textSize}
      value={useStore(textSize())}
      segments={textSizes.map((value) => ({ value, label: wall.settings.percent(Number(value)) }))}
      onChange={chooseTextSize}
    />
  );
}

function NightSettings() {
  const { wall } = useText();
  const set = useStore(night());
  const options = hours.map((hour) => ({
    value: String(hour),
    label: formatTime(`${String(hour).padStart(2, "0")}:00`),
  }));
  return (
    <section>
      <Switch
        label={wall.settings.night}
        hint={wall.settings.nightHint}
        checked={set.isDimmed}
        onChange={(isDimmed) => setNight({ ...set, isDimmed })}
      />
      {set.isDimmed && (
        <div className="wall-pair">
          <Select
            label={wall.settings.from}
            value={String(set.from)}
            options={options}
            onChange={(from) => setNight({ ...set, from: Number(from) })}
          />
          <Select
            label={wall.settings.to}
            value={String(set.to)}
            options={options}
            onChange={(to) => setNight({ ...set, to: Number(to) })}
          />
        </div>
      )}
    </section>
  );
}

function SoundSetting() {
  const { wall } = useText();
  return (
    <section>
      <Switch
        label={wall.settings.sound}
        hint={wall.settings.soundHint}
        checked={useStore(hasSound())}
        onChange={setSound}
      />
    </section>
  );
}

function PinSettings({ onChoose }: { onChoose: () => void }) {
  const { wall } = useText();
  const [isSet, setSet] = useState(hasPin());
  const remove = () => {
    setPin(null);
    setSet(false);
  };
  return (
    <section>
      <h3>{wall.pin.title}</h3>
      <p className="soft small">{wall.pin.hint}</p>
      <div className="actions">
        <Button onClick={onChoose}>{isSet ? wall.pin.change : wall.pin.choose}</Button>
        {isSet && <Button onClick={remove}>{wall.pin.remove}</Button>}
      </div>
    </section>
  );
}

/** Form to set a new PIN. The PIN must be entered twice, because its digits are hidden. */
function NewPin({ onDone }: { onDone: () => void }) {
  const { wall } = useText();
  const [first, setFirst] = useState<string | null>(null);
  const take = (pin: string) => {
    if (first === null) {
      setFirst(pin);
      return null;
    }
    setFirst(null);
    if (pin !== first) return wall.pin.differs;
    setPin(pin);
    onDone();
    return null;
  };
  return (
    <Sheet open onClose={onDone} title={first === null ? wall.pin.choose : wall.pin.again} size="s">
      <PinPad onPin={take} />
    </Sheet>
  );
}
