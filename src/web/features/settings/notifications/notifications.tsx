import { type InstantField, InstantFields, segmented } from "#web/forms/instant-fields.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { notificationsSource } from "#web/sync/notices.ts";
import { useIsAdult, useMembers, useViewer } from "#web/sync/session.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Chip } from "#web/ui/controls/chip.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { Banner } from "#web/ui/display/notice.tsx";
import { RecordRow, RecordRows } from "#web/ui/display/record-row.tsx";
import { CircleAlert } from "#web/ui/icons.ts";
import {
  type ChosenChannels,
  isChosen,
  kinds,
  type NotificationSettings,
  notifiedAbout,
  withChannel,
  withMember,
} from "../../notifications/model/preferences.ts";
import { isThisDevice } from "../../notifications/model/push.ts";
import { updatePreferences } from "../../notifications/model/writes.ts";
import { Part } from "../part.tsx";
import { ChannelsPart } from "./channels.tsx";
import { ThisDevice } from "./this-device.tsx";
import { TimesPart } from "./times.tsx";

export function Notifications() {
  const { device } = useText().notifications;
  return (
    <Loaded read={useSource(notificationsSource, {})} count={4} height="12rem" card needsServer>
      {(data) => (
        <>
          {!data.available.isDelivering && (
            <div className="banner-inset">
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
      )}
    </Loaded>
  );
}

/**
 * Part of the settings with the kinds of notices. If there are several channels, each kind has a chip for every
 * channel. Otherwise, each kind has one switch. Channels with an unverified address are ignored.
 */
function KindsPart({ settings }: { settings: NotificationSettings }) {
  const { kinds: text, device } = useText().notifications;
  const channels = settings.channels.filter(({ state }) => state !== "unverified");
  const fields = kinds.map((kind): InstantField => {
    const { name, hint } = text[kind];
    const chosen = settings.preferences.kinds[kind];
    const set = (next: ChosenChannels) => perform(updatePreferences, { kinds: { [kind]: next } });
    if (channels.length < 2) {
      const value = chosen === "all" || chosen.length > 0;
      return { kind: "switch", label: name, hint, value, write: (isOn) => set(isOn ? "all" : []) };
    }
    return {
      kind: "chips",
      label: name,
      hint,
      value: channels.map(({ id }) => id).filter((id) => isChosen(chosen, id)),
      options: channels.map((channel) => {
        const label = isThisDevice(channel) ? device.title : channel.label;
        return { value: channel.id, label, name: text.way(name, label) };
      }),
      write: (id, isOn) => set(withChannel(chosen, settings.channels, id, isOn)),
    };
  });
  return (
    <Part title={text.title} section="kinds">
      <p className="soft">{text.hint}</p>
      <InstantFields fields={fields} />
    </Part>
  );
}

const tones = { sent: "good", failed: "danger", expired: "warn", queued: "ember", sending: "ember" } as const;

function SentPart({ settings }: { settings: NotificationSettings }) {
  const { sent: text, device } = useText().notifications;
  const ago = useAgo();
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
        <RecordRows>
          {settings.sent.map(({ id, title, channelId, at, state, reason }) => (
            <RecordRow
              key={id}
              title={title}
              facts={[`${wayOf(channelId)} · ${ago(at)}`]}
              actions={<Chip tone={state === "cancelled" ? undefined : tones[state]}>{text.states[state]}</Chip>}
            >
              {reason !== null && <span className="small">{reason}</span>}
            </RecordRow>
          ))}
        </RecordRows>
      )}
    </Part>
  );
}

function PeoplePart({ settings }: { settings: NotificationSettings }) {
  const { people } = useText().notifications;
  const isAdult = useIsAdult();
  const viewer = useViewer();
  const notified = notifiedAbout(settings);
  const candidates = useMembers().filter(
    ({ id }) => id !== viewer?.id && (settings.unreachable.includes(id) || notified.includes(id)),
  );
  const general: InstantField = {
    kind: "switch",
    label: people.general,
    hint: people.generalHint,
    value: settings.preferences.general,
    write: (isOn) => perform(updatePreferences, { general: isOn }),
  };
  const alsoFor: InstantField = {
    kind: "checks",
    label: people.alsoFor,
    hint: people.alsoForHint,
    value: notified,
    options: candidates.map(({ id, name }) => ({ value: id, label: name })),
    write: (id, isWanted) => perform(updatePreferences, { alsoFor: withMember(settings, id, isWanted) }),
  };
  return (
    <Part title={people.title} section="people">
      <InstantFields fields={isAdult && candidates.length > 0 ? [general, alsoFor] : [general]} />
    </Part>
  );
}

const levels = ["full", "title", "none"] as const;

function DetailsPart({ settings }: { settings: NotificationSettings }) {
  const { details } = useText().notifications;
  const value = settings.preferences.details;
  const field = segmented({
    label: details.label,
    value,
    options: levels.map((level) => ({ value: level, label: details.levels[level] })),
    write: (next) => perform(updatePreferences, { details: next }),
  });
  return (
    <Part title={details.title} section="details">
      <InstantFields fields={[field]} />
      <p className="soft small">{details.hints[value]}</p>
    </Part>
  );
}
