import { useRef, useState } from "preact/hooks";
import { FormFooter } from "#web/forms/form.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { useMembers } from "#web/sync/session.ts";
import { formatNames } from "#web/time/format.ts";
import { Checkbox, Switch } from "#web/ui/controls/choice.tsx";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { CalendarPlus } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { SecretSheet } from "../keys/secret-sheet.tsx";
import { PhoneLink } from "../server/phone-link.tsx";
import {
  changeFeed,
  type Feed,
  type FeedDraft,
  type FeedPart,
  makeFeed,
  type NewFeed,
  type Subscription,
} from "./sources.ts";

const parts: readonly FeedPart[] = ["events", "meals", "tasks"];

/**
 * Sheet to edit a calendar feed, which is a secret address for other programs. If `record` is null, the sheet creates a
 * feed.
 */
export function FeedSheet(props: {
  record: OpenRecord<Feed> | null;
  followed: readonly Subscription[];
  onClose: () => void;
}) {
  const { record, followed, onClose } = props;
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
  const { draft, errors, change } = form;
  const save = async () => {
    if (form.isBusy || !form.check()) return;
    const body = { ...draft, name: draft.name.trim() };
    const patch = patchOf(form.base, body);
    const isNew = !feed || form.isDeleted;
    if (!isNew && !patch) return onClose();
    const saved = await form.send<NewFeed | Feed>(() => (isNew ? makeFeed(body) : changeFeed(feed.id, patch ?? {})));
    if (!saved) return;
    invalidate(["calendar_feed"]);
    if ("url" in saved) return setMade(saved);
    toasts.show({ message: text.changed(saved.name) });
    onClose();
  };
  if (made) return <FeedReady feed={made} onClose={onClose} />;
  return (
    <Sheet
      open
      onClose={onClose}
      title={feed ? text.editTitle : text.addTitle}
      sub={feed ? text.editText : text.addText}
      initialFocus={first}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} {...(feed ? {} : { save: text.make })} />}
    >
      <TextField
        ref={first}
        label={text.name}
        hint={text.nameHint}
        value={draft.name}
        maxLength={100}
        placeholder={text.nameExample}
        onChange={(name) => change({ name })}
        error={errors.name}
      />
      <PersonPicker
        label={text.whose}
        hint={draft.memberId === null ? text.whoseAll : text.whoseOne}
        people={members}
        none={calendar.everybody}
        value={draft.memberId}
        onChange={(memberId) => change({ memberId })}
        error={errors.memberId}
      />
      <FieldSet label={text.content} error={errors.parts}>
        {parts.map((part) => (
          <Checkbox
            key={part}
            label={text.parts[part]}
            checked={draft.parts.includes(part)}
            onChange={() => change({ parts: parts.filter((each) => draft.parts.includes(each) !== (each === part)) })}
          />
        ))}
      </FieldSet>
      {followed.length > 0 && draft.parts.includes("events") && (
        <FieldSet label={text.followed} hint={text.followedHint} error={errors.calendarIds}>
          {followed.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={draft.calendarIds.includes(id)}
              onChange={(isIn) =>
                change({
                  calendarIds: isIn ? [...draft.calendarIds, id] : draft.calendarIds.filter((each) => each !== id),
                })
              }
            />
          ))}
        </FieldSet>
      )}
      <SegmentedField
        label={text.detail}
        value={draft.detail}
        segments={[
          { value: "full", label: text.everything },
          { value: "busy", label: text.busy },
        ]}
        onChange={(detail) => change({ detail })}
      />
      <p className="field-hint">{draft.detail === "busy" ? text.busyHint : text.fullHint}</p>
      <Switch
        label={text.alarms}
        hint={text.alarmsHint}
        checked={draft.alarms}
        onChange={(alarms) => change({ alarms })}
      />
    </Sheet>
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
  const { settings } = useText();
  const { share: text } = settings.calendars;
  const { origin, pathname } = new URL(feed.url);
  return (
    <SecretSheet
      title={text.readyTitle(feed.name)}
      sub={text.readyText}
      keptAsk={text.keptAsk}
      keptText={text.keptText}
      onClose={onClose}
    >
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
