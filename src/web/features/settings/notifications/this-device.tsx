import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { command } from "#web/sync/command.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Skeleton } from "#web/ui/display/skeleton.tsx";
import { Bell, CircleAlert } from "#web/ui/icons.ts";
import { deviceName } from "../../notifications/model/device-name.ts";
import type { NotificationSettings } from "../../notifications/model/preferences.ts";
import { type DeviceState, isThisDevice, readDeviceState, turnOff } from "../../notifications/model/push.ts";
import { useTurnOn } from "../../notifications/model/use-turn-on.ts";
import { Part } from "../part.tsx";
import { TestButton } from "./channels.tsx";

export function ThisDevice({ settings }: { settings: NotificationSettings }) {
  const text = useText();
  const { device } = text.notifications;
  const [state, setState] = useState<DeviceState | null>(null);
  const { turnOn, isBusy } = useTurnOn(settings);
  const request = useCommand();
  const check = () => readDeviceState(settings).then(setState);
  useEffect(() => {
    void check();
    // The permission may be changed in another window.
    const again = () => document.visibilityState === "visible" && void check();
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  });
  const own = settings.channels.find(isThisDevice);
  const start = async () => {
    await turnOn(deviceName(navigator.userAgent, text));
    await check();
  };
  const stop = async () => {
    await request.run(turnOffPush, settings);
    await check();
  };
  return (
    <Part title={device.title} section="device">
      {state === null ? (
        <Skeleton height="8.5rem" />
      ) : (
        <div className="settings-device" role="status">
          {state === "on" ? <Bell /> : <CircleAlert />}
          <div>
            <strong>{device[state]}</strong>
            <p className="soft">{device[`${state}Hint`]}</p>
          </div>
        </div>
      )}
      {state === "uninstalled" && <InstallSteps />}
      {state === "off" && (
        <div className="actions">
          <Button variant="primary" icon={<Bell />} busy={isBusy} onClick={() => void start()}>
            {device.turnOn}
          </Button>
        </div>
      )}
      {state === "blocked" && (
        <div className="actions">
          <Button onClick={() => void check()}>{device.blockedCheck}</Button>
        </div>
      )}
      {state === "on" && own && (
        <TestButton channel={own} name={text.notifications.hint.thisDevice} variant="primary" label={device.test}>
          <Button busy={request.isBusy} onClick={() => void stop()}>
            {device.turnOff}
          </Button>
        </TestButton>
      )}
      {state !== null && <FormError error={request.error} />}
    </Part>
  );
}

const turnOffPush = command({
  send: async (settings: NotificationSettings) => {
    await turnOff(settings);
    return true;
  },
  done: ({ notifications }) => notifications.device.turnedOff,
});

/** Instructions to install the app on an iPhone, with three drawings of Safari. */
function InstallSteps() {
  const { steps } = useText().notifications.device;
  return (
    <ol className="settings-install">
      <Step text={steps.share}>
        <rect className="install-bar" x="14" y="98" width="72" height="22" />
        <circle className="install-ring" cx="50" cy="109" r="13" />
        <path className="install-mark" d="M50 113v-11m-4 4 4-4 4 4m-8 1h-2v8h12v-8h-2" />
      </Step>
      <Step text={steps.add}>
        <rect className="install-bar" x="14" y="52" width="72" height="68" rx="8" />
        <path className="install-line" d="M24 66h34M24 108h28" />
        <rect className="install-ring" x="19" y="76" width="62" height="20" rx="6" />
        <path className="install-line" d="M26 86h26" />
        <path className="install-mark" d="M66 80h11v11H66zm5.500 2.500v6m-3-3h6" />
      </Step>
      <Step text={steps.open}>
        <rect className="install-icon" x="24" y="28" width="15" height="15" rx="4" />
        <rect className="install-icon" x="61" y="28" width="15" height="15" rx="4" />
        <rect className="install-icon" x="24" y="84" width="15" height="15" rx="4" />
        <rect className="install-ring" x="37" y="51" width="26" height="26" rx="7" />
        <path className="install-mark" d="M50 71c-5 0-7-4-5-8 1-2 3-3 4-6 4 2 7 6 6 10-1 2-3 4-5 4z" />
      </Step>
    </ol>
  );
}

function Step({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <li>
      <svg viewBox="0 0 100 130" width="80" height="104" aria-hidden="true">
        <rect className="install-phone" x="12" y="4" width="76" height="122" rx="12" />
        <path className="install-line" d="M42 11h16" />
        {children}
      </svg>
      <span>{text}</span>
    </li>
  );
}
