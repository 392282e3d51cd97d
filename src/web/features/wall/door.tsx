import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { hasPin, tryPin } from "./model/pin.ts";
import { PinPad } from "./pin-pad.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";

/** The tablet's settings; behind the PIN where there is one. */
export function Door({ onClose }: { onClose: () => void }) {
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
