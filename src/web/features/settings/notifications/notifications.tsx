import { useText } from "#web/i18n/catalogue.ts";
import { notificationsSource } from "#web/sync/notices.ts";
import { useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { Chip } from "#web/ui/controls/chip.tsx";
import { Banner, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { CircleAlert } from "#web/ui/icons.ts";
import type { NotificationSettings } from "../../notifications/model/preferences.ts";
import { isThisDevice } from "../../notifications/model/push.ts";
import { Part } from "../part.tsx";
import { ChannelsPart } from "./channels.tsx";
import { KindsPart } from "./kinds.tsx";
import { DetailsPart, PeoplePart } from "./people.tsx";
import { ThisDevice } from "./this-device.tsx";
import { TimesPart } from "./times.tsx";

export function Notifications() {
  const { common, notifications } = useText();
  const { device } = notifications;
  const { data, error, refetch } = useSource(notificationsSource, {});
  if (!data && error) {
    return (
      <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
        {common.needsServer}
      </ErrorNotice>
    );
  }
  if (!data) return <Skeletons label={common.loading} count={4} height="12rem" card />;
  return (
    <>
      {!data.available.isDelivering && (
        <div className="settings-silent">
          <Banner icon={<CircleAlert />}>
            {device.silent}. {device.silentHint}
          </Banner>
        </div>
      )}
      <ThisDevice settings={data} />
      <ChannelsPart settings={data} />
      <KindsPart settings={data} />
      <TimesPart settings={data} />
      <PeoplePart settings={data} />
      <DetailsPart settings={data} />
      <SentPart settings={data} />
    </>
  );
}

const tones = { sent: "good", failed: "danger", expired: "warn", queued: "ember", sending: "ember" } as const;

function SentPart({ settings }: { settings: NotificationSettings }) {
  const { sent: text, device } = useText().notifications;
  const { ms } = useNow();
  const wayOf = (id: string) => {
    const channel = settings.channels.find((each) => each.id === id);
    if (!channel) return text.removed;
    return isThisDevice(channel) ? device.title : channel.label;
  };
  return (
    <Part title={text.title} section="sent">
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
                {reason !== null && <span className="small">{reason}</span>}
              </span>
              <Chip tone={state === "cancelled" ? undefined : tones[state]}>{text.states[state]}</Chip>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
