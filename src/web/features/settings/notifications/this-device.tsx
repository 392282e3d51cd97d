import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Skeleton } from "../../../ui/display/skeleton.tsx";
import { FormError } from "../../../ui/forms/form.tsx";
import { useRequest } from "../../../ui/forms/use-request.ts";
import { Bell, CircleAlert } from "../../../ui/icons.ts";
import { toasts } from "../../../ui/overlay/toast-store.ts";
import { deviceName } from "../../notifications/model/device-name.ts";
import type { NotificationSettings } from "../../notifications/model/preferences.ts";
import { type DeviceState, isThisDevice, readDeviceState, turnOff } from "../../notifications/model/push.ts";
import { useTurnOn } from "../../notifications/model/use-turn-on.ts";
import { Part } from "../part.tsx";
import { InstallSteps } from "./install-steps.tsx";
import { TestButton } from "./test-button.tsx";

export function ThisDevice({ settings }: { settings: NotificationSettings }) {
  const text = useText();
  const { device } = text.notifications;
  const [state, setState] = useState<DeviceState | null>(null);
  const { turnOn, isBusy } = useTurnOn(settings);
  const request = useRequest();
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
    const isOff = await request.send(() => turnOff(settings).then(() => true));
    if (isOff) toasts.show({ message: device.turnedOff });
    await check();
  };
  if (state === null) {
    return (
      <Part title={device.title}>
        <Skeleton height="8.5rem" />
      </Part>
    );
  }
  return (
    <Part title={device.title}>
      <State isOn={state === "on"} title={device[state]} hint={device[`${state}Hint`]} />
      {state === "uninstalled" && <InstallSteps />}
      {state === "off" && (
        <Actions>
          <Button variant="primary" icon={<Bell />} busy={isBusy} onClick={() => void start()}>
            {device.turnOn}
          </Button>
        </Actions>
      )}
      {state === "blocked" && (
        <Actions>
          <Button onClick={() => void check()}>{device.blockedCheck}</Button>
        </Actions>
      )}
      {state === "on" && own && (
        <TestButton channel={own} way={text.notifications.hint.thisDevice} variant="primary" label={device.test}>
          <Button busy={request.isBusy} onClick={() => void stop()}>
            {device.turnOff}
          </Button>
        </TestButton>
      )}
      <FormError error={request.error} />
    </Part>
  );
}

function State({ isOn, title, hint }: { isOn: boolean; title: string; hint: string }) {
  return (
    <div className="settings-device" role="status">
      {isOn ? <Bell /> : <CircleAlert />}
      <div>
        <strong>{title}</strong>
        <p className="soft">{hint}</p>
      </div>
    </div>
  );
}

function Actions({ children }: { children: ComponentChildren }) {
  return <div className="actions">{children}</div>;
}
