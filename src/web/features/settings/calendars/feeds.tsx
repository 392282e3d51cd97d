import { useRef, useState } from "preact/hooks";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { PhoneLink } from "#web/forms/phone-link.tsx";
import { SecretSheet } from "#web/forms/secret-sheet.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, useOpenRecordOf } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { useMembers } from "#web/sync/session.ts";
import { source } from "#web/sync/source.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatNames } from "#web/time/format.ts";
import { CheckboxList } from "#web/ui/controls/checkbox-list.tsx";
import { Switch } from "#web/ui/controls/choice.tsx";
import { ChoiceField } from "#web/ui/controls/segmented.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { CalendarPlus, Send } from "#web/ui/icons.ts";
import { CalendarList, EditMenu } from "./calendar-list.tsx";
import { type Subscription, subscriptionsSource } from "./followed.tsx";

const feedsSource = source("settings.feeds", ["calendar_feed", "member"], (_, { app }) =>
  read(app["calendar-feeds"].get()),
);
type Feed = Awaited<ReturnType<typeof feedsSource.fetch>>["feeds"][number];
type FeedDraft = Pick<Feed, "name" | "memberId" | "parts" | "calendarIds" | "detail" | "alarms">;

const createFeed = command({
  send: (body: FeedDraft, { app }) => read(app["calendar-feeds"].post(body)),
  invalidates: ["calendar_feed"],
});
const changeFeed = command({
  send: ({ id, ...patch }: Partial<FeedDraft> & { id: string }, { app }) =>
    read(app["calendar-feeds"]({ id }).patch(patch)),
  invalidates: ["calendar_feed"],
  done: ({ settings }, _, { name }) => settings.calendars.share.changed(name),
});
const deleteFeed = command({
  send: ({ id }: Pick<Feed, "id" | "name">, { app }) => read(app["calendar-feeds"]({ id }).delete()),
  invalidates: ["calendar_feed"],
  done: ({ settings }, { name }) => settings.calendars.share.ended(name),
});

export function FeedsPart() {
  const { share: text } = useText().settings.calendars;
  const ago = useAgo();
  const members = useMembers();
  const shared = useSource(feedsSource, {});
  const followed = useSource(subscriptionsSource, {}).data?.subscriptions ?? [];
  const { value, open, close } = useOverlay("feed");
  const changed = useOpenRecordOf(shared.data?.feeds ?? [], value.feed);
  const contentOf = ({ parts, calendarIds, detail }: Feed) => {
    const others = followed.filter(({ id }) => calendarIds.includes(id)).map(({ name }) => name);
    const content = formatNames([...parts.map((part) => text.parts[part]), ...others]);
    return detail === "busy" ? text.busyOnly(content) : content;
  };
  return (
    <CalendarList
      section="share"
      picture="📤"
      text={text}
      read={shared}
      itemsOf={({ feeds }) => feeds}
      max={20}
      onAdd={() => open({ feed: "" })}
      end={deleteFeed}
      row={(feed, onEnd) => (
        <RecordRow
          key={feed.id}
          picture={<Send />}
          title={feed.name}
          facts={[
            `${members.find(({ id }) => id === feed.memberId)?.name ?? text.household} · ${contentOf(feed)}`,
            feed.lastUsedAt === null ? text.unread : text.lastRead(ago(feed.lastUsedAt)),
          ]}
          actions={<EditMenu name={feed.name} text={text} onEdit={() => open({ feed: feed.id })} onEnd={onEnd} />}
        />
      )}
    >
      {(value.feed === "" || changed) && (
        <FeedSheet key={value.feed} record={changed} followed={followed} onClose={close} />
      )}
    </CalendarList>
  );
}

const parts = ["events", "meals", "tasks"] as const;

type SheetProps = { record: OpenRecord<Feed> | null; followed: readonly Subscription[]; onClose: () => void };

/**
 * Sheet to edit a calendar feed, which is a secret address for other programs. If `record` is null, the sheet creates a
 * feed.
 */
function FeedSheet({ record, followed, onClose }: SheetProps) {
  const feed = record?.value ?? null;
  const { calendar, settings, setup } = useText();
  const { share: text } = settings.calendars;
  const members = useMembers();
  const first = useRef<HTMLInputElement>(null);
  const [made, setMade] = useState<Awaited<ReturnType<typeof createFeed.send>> | null>(null);
  const form = useDraft<FeedDraft>(unmade, {
    edited: record && edited(record, draftOf),
    describe: {
      parts: (draft) => formatNames(draft.parts.map((part) => text.parts[part])),
      calendarIds: ({ calendarIds }) =>
        formatNames(followed.filter(({ id }) => calendarIds.includes(id)).map(({ name }) => name)),
    },
    validate: ({ name, parts }) => ({
      name: name.trim() ? null : setup.problems.nameMissing,
      parts: parts.length > 0 ? null : text.partsMissing,
    }),
  });
  const { draft } = form;
  const save = async (body: FeedDraft, patch: Partial<FeedDraft> | null) => {
    if (feed && !form.isDeleted) return !patch || form.run(changeFeed, { id: feed.id, ...patch });
    const created = await form.run(createFeed, body);
    if (created) setMade(created);
    return null;
  };
  if (made) return <FeedReady feed={made} onClose={onClose} />;
  return (
    <EditSheet
      form={form}
      title={feed ? text.editTitle : text.addTitle}
      sub={feed ? text.editText : text.addText}
      initialFocus={first}
      {...(feed ? {} : { save: text.make })}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        ref={first}
        label={text.name}
        hint={text.nameHint}
        maxLength={100}
        placeholder={text.nameExample}
        {...form.field("name")}
      />
      <PersonPicker
        label={text.whose}
        hint={draft.memberId === null ? text.whoseAll : text.whoseOne}
        people={members}
        none={calendar.everybody}
        {...form.field("memberId")}
      />
      <CheckboxList
        label={text.content}
        options={parts.map((part) => ({ id: part, name: text.parts[part] }))}
        {...form.field("parts")}
        onChange={(chosen) => form.change({ parts: parts.filter((part) => chosen.includes(part)) })}
      />
      {followed.length > 0 && draft.parts.includes("events") && (
        <CheckboxList
          label={text.followed}
          hint={text.followedHint}
          options={followed}
          {...form.field("calendarIds")}
        />
      )}
      <ChoiceField
        label={text.detail}
        hint={draft.detail === "busy" ? text.busyHint : text.fullHint}
        labels={{ full: text.everything, busy: text.busy }}
        {...form.field("detail")}
      />
      <Switch label={text.alarms} hint={text.alarmsHint} {...form.toggle("alarms")} />
    </EditSheet>
  );
}

function draftOf({ name, memberId, parts, calendarIds, detail, alarms }: Feed): FeedDraft {
  return { name, memberId, parts, calendarIds, detail, alarms };
}

const unmade: FeedDraft = {
  name: "",
  memberId: null,
  parts: ["events"],
  calendarIds: [],
  detail: "full",
  alarms: false,
};

/**
 * Shows the secret address of a new calendar feed once. Asks for confirmation if the user closes the sheet before
 * copying anything.
 */
function FeedReady({ feed, onClose }: { feed: Awaited<ReturnType<typeof createFeed.send>>; onClose: () => void }) {
  const { share: text } = useText().settings.calendars;
  const { origin, pathname } = new URL(feed.url);
  return (
    <SecretSheet title={text.readyTitle(feed.name)} text={text} onClose={onClose}>
      {(onKept) => (
        <>
          <PhoneLink
            label={text.address}
            path={pathname}
            origin={origin}
            lines
            onCopied={onKept}
            scanned={toWebcal}
            scan={text.scan}
          >
            {(link) => (
              <p>
                <a href={toWebcal(link)} className="settings-link" onClick={onKept}>
                  <CalendarPlus />
                  {text.here}
                </a>
              </p>
            )}
          </PhoneLink>
          <dl className="calendars-apps">
            {text.apps.map(([app, how]) => (
              <div key={app}>
                <dt>{app}</dt>
                <dd className="soft small">{how}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </SecretSheet>
  );
}

function toWebcal(link: string): string {
  return link.replace(/^https?:/, "webcal:");
}
