import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { ArrowLeft } from "#web/ui/icons.ts";
import { pinWaitMs } from "./model/pin.ts";

const length = 4;
const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** Keypad to enter a PIN. `onPin` returns the error to show, or null if the PIN is accepted. */
export function PinPad({ onPin }: { onPin: (pin: string) => string | null }) {
  const { wall, common } = useText();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [waitMs, setWaitMs] = useState(pinWaitMs());
  useEffect(() => {
    if (waitMs <= 0) return;
    const timer = setTimeout(() => setWaitMs(pinWaitMs()), Math.min(waitMs, 1_000));
    return () => clearTimeout(timer);
  }, [waitMs]);
  const isWaiting = waitMs > 0;
  const type = (digit: string) => {
    if (isWaiting) return;
    const next = typed + digit;
    setError(null);
    if (next.length < length) return setTyped(next);
    setTyped("");
    setError(onPin(next));
    setWaitMs(pinWaitMs());
  };
  const back = () => setTyped(typed.slice(0, -1));
  const keyed = useRef<(key: string) => unknown>(type);
  keyed.current = (key) => (key === "Backspace" ? back() : /^[0-9]$/.test(key) && type(key));
  useLayoutEffect(() => {
    const press = ({ key }: KeyboardEvent) => keyed.current(key);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <div className="wall-pin">
      <div className="wall-pin-dots" role="img" aria-label={wall.pin.typed(typed.length)}>
        {Array.from({ length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <i key={index} className={index < typed.length ? "on" : undefined} />
        ))}
      </div>
      <p className="wall-pin-error" role="alert">
        {isWaiting ? wall.pin.wait(Math.ceil(waitMs / 1_000)) : error}
      </p>
      <div className="wall-pin-keys">
        {digits.map((digit) => (
          <Key key={digit} digit={digit} disabled={isWaiting} onPress={type} />
        ))}
        <span />
        <Key digit="0" disabled={isWaiting} onPress={type} />
        <button type="button" aria-label={common.back} onClick={back}>
          <ArrowLeft />
        </button>
      </div>
    </div>
  );
}

function Key(props: { digit: string; disabled: boolean; onPress: (digit: string) => void }) {
  return (
    <button type="button" aria-disabled={props.disabled} onClick={() => props.onPress(props.digit)}>
      {props.digit}
    </button>
  );
}
