import { useRef, useState } from "preact/hooks";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, useOpenRecordOf } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useMembers, useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { formatNames } from "#web/time/format.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { ChoiceField } from "#web/ui/controls/segmented.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { CalendarPlus, Send } from "#web/ui/icons.ts";
import { SecretSheet } from "../keys/secret-sheet.tsx";
import { PhoneLink } from "../server/phone-link.tsx";
import { CheckboxList } from "./calendar-fields.tsx";
import { CalendarList, EditMenu } from "./calendar-list.tsx";
import {
  changeFeed,
  createFeed,
  deleteFeed,
  type Feed,
  type FeedDraft,
  feedsSource,
  type NewFeed,
  type Subscription,
  subscriptionsSource,
} from "./sources.ts";

export function FeedsPart() {
  const { share: text } = useText().settings.calendars;
  const read = useSource(feedsSource, {});
  const followed = useSource(subscriptionsSource, {}).data?.subscriptions ?? [];
  const { value, open, close } = useOverlay("feed");
  const changed = useOpenRecordOf(read.data?.feeds ?? [], value.feed);
  return (
    <CalendarList
      section="share"
      picture="📤"
      text={text}
      read={read}
      itemsOf={({ feeds }) => feeds}
      max={20}
      onAdd={() => open({ feed: "" })}
      end={deleteFeed}
      row={(feed, onEnd) => (
        <Row key={feed.id} feed={feed} followed={followed} onEdit={() => open({ feed: feed.id })} onEnd={onEnd} />
      )}
    >
      {(value.feed === "" || changed) && (
        <FeedSheet key={value.feed} record={changed} followed={followed} onClose={close} />
      )}
    </CalendarList>
  );
}

function Row(props: { feed: Feed; followed: readonly Subscription[]; onEdit: () => void; onEnd: () => void }) {
  const { feed, followed, ...actions } = props;
  const { share: text } = useText().settings.calendars;
  const { ms } = useNow();
  const whose = useMembers().find(({ id }) => id === feed.memberId)?.name ?? text.household;
  const others = followed.filter(({ id }) => feed.calendarIds.includes(id)).map(({ name }) => name);
  const content = formatNames([...feed.parts.map((part) => text.parts[part]), ...others]);
  return (
    <RecordRow
      picture={<Send />}
      title={feed.name}
      facts={[
        `${whose} · ${feed.detail === "busy" ? text.busyOnly(content) : content}`,
        feed.lastUsedAt === null ? text.unread : text.lastRead(formatAgo(feed.lastUsedAt, ms)),
      ]}
      actions={<EditMenu name={feed.name} text={text} {...actions} />}
    />
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
  const [made, setMade] = useState<NewFeed | null>(null);
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
function FeedReady({ feed, onClose }: { feed: NewFeed; onClose: () => void }) {
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
