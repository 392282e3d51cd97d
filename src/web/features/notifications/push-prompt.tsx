import { useEffect, useId, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { isPushPromptWanted } from "#web/shell/push-prompt-wanted.ts";
import { notificationsSource } from "#web/sync/notices.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Bell } from "#web/ui/icons.ts";
import { deviceName } from "./model/device-name.ts";
import { type DeviceState, readDeviceState } from "./model/push.ts";
import { useTurnOn } from "./model/use-turn-on.ts";

/**
 * Name of the preference that is set in this browser when the member accepts or declines the offer to turn on
 * notifications. If the preference is set, the offer is not shown again.
 */
const answeredKey = "notifications-offered";

/**
 * Offer to turn on notifications. It is shown after the member has saved an event with a reminder. The browser asks for
 * its permission only after the member has accepted this offer.
 */
export function PushPrompt() {
  const text = useText();
  const { offer } = text.notifications;
  const id = useId();
  const [, navigate] = useLocation();
  const [state, setState] = useState<DeviceState | null>(null);
  const [isAnswered, setAnswered] = useState(() => getPreference(answeredKey) !== null);
  const { data } = useSource(notificationsSource, isAnswered ? null : {});
  const { turnOn, isBusy } = useTurnOn(data);
  useEffect(() => {
    let isCurrent = true;
    if (data) void readDeviceState(data).then((next) => isCurrent && setState(next));
    return () => {
      isCurrent = false;
    };
  }, [data]);
  const hasOtherWay = data?.channels.some((channel) => channel.state === "on") ?? false;
  const canTurnOn = state === "off";
  const isStuck = !hasOtherWay && (state === "insecure" || state === "uninstalled" || state === "needsContact");
  if (isAnswered || !data?.available.isDelivering || (!canTurnOn && !isStuck)) return null;
  const answer = () => {
    setPreference(answeredKey, "yes");
    setAnswered(true);
    isPushPromptWanted().set(false);
  };
  const accept = async () => {
    if (canTurnOn) await turnOn(deviceName(navigator.userAgent, text));
    else navigate("/settings/notifications");
    answer();
  };
  return (
    <section className="offer" aria-labelledby={id}>
      <Bell />
      <div>
        <h2 id={id}>{canTurnOn ? offer.title : offer.elsewhere}</h2>
        <p className="soft small">{canTurnOn ? offer.hint : offer.elsewhereHint}</p>
      </div>
      <div className="actions actions-end">
        <Button onClick={answer}>{offer.notNow}</Button>
        <Button variant="primary" busy={isBusy} onClick={() => void accept()}>
          {canTurnOn ? offer.on : offer.show}
        </Button>
      </div>
    </section>
  );
}
