import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, useOpenRecordOf } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { freeColor } from "#web/people/person-fields.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { useHousehold, useMembers, useToday } from "#web/sync/session.ts";
import { type Kind, source } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay, formatInstantTime } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ColorPicker } from "#web/ui/controls/color-picker.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField, UrlField } from "#web/ui/controls/text-field.tsx";
import { RotateCcw } from "#web/ui/icons.ts";
import { CalendarConcernedFields, CalendarList, EditMenu, HeldNote, StateChip, SyncedRow } from "./calendar-list.tsx";
import { Found, Remarks } from "./import-preview.tsx";

/** Kinds of records that are loaded again after a change of a followed calendar. */
const followedKinds: readonly Kind[] = ["calendar", "event"];
export const subscriptionsSource = source("settings.subscriptions", [...followedKinds, "member"], (_, { app }) =>
  read(app.subscriptions.get()),
);
export type Subscription = Awaited<ReturnType<typeof subscriptionsSource.fetch>>["subscriptions"][number];
type Draft = Pick<Subscription, "name" | "color" | "memberIds" | "isGeneral" | "everyHours"> & {
  readonly url: string;
};

const previewAddress = command({
  send: (url: string, { app }) => read(app.subscriptions.preview.post({ url })),
});
const follow = command({
  send: (body: Draft, { app }) => read(app.subscriptions.post(body)),
  invalidates: followedKinds,
  done: ({ settings }, _, { name }) => settings.calendars.follow.added(name),
});
const changeSubscription = command({
  send: ({ id, ...patch }: Partial<Draft> & { id: string }, { app }) => read(app.subscriptions({ id }).patch(patch)),
  invalidates: followedKinds,
  done: ({ settings }, _, { name }) => settings.calendars.follow.changed(name),
});
const unfollow = command({
  send: ({ id }: Pick<Subscription, "id" | "name">, { app }) => read(app.subscriptions({ id }).delete()),
  invalidates: followedKinds,
  done: ({ settings }, { name }) => settings.calendars.follow.ended(name),
});
const accept = command({
  send: ({ id, since }: { id: string; since: string }, { app }) =>
    read(app.subscriptions({ id }).accept.post({ since })),
  invalidates: followedKinds,
});
const refresh = command({
  send: (id: string, { app }) => read(app.subscriptions({ id }).refresh.post()),
  invalidates: followedKinds,
});

export function FollowedPart() {
  const { follow: text } = useText().settings.calendars;
  const followed = useSource(subscriptionsSource, {});
  const { value, open, close } = useOverlay("follow", "calendar");
  const all = followed.data?.subscriptions ?? [];
  const changed = useOpenRecordOf(all, value.calendar);
  return (
    <CalendarList
      section="follow"
      picture="🏫"
      text={text}
      read={followed}
      itemsOf={({ subscriptions }) => subscriptions}
      max={30}
      onAdd={() => open({ follow: "" })}
      end={unfollow}
      row={(each, onEnd) => (
        <Row key={each.id} subscription={each} onEdit={() => open({ calendar: each.id })} onEnd={onEnd} />
      )}
    >
      {(value.follow !== null || changed) && (
        <FollowSheet key={value.calendar} record={changed} others={all} onClose={close} />
      )}
    </CalendarList>
  );
}

function Row(props: { subscription: Subscription; onEdit: () => void; onEnd: () => void }) {
  const { subscription, ...actions } = props;
  const { follow: text } = useText().settings.calendars;
  const { id, name, host, color, state, error, eventCount, held, remarks } = subscription;
  const fresh = error !== null ? "failing" : held ? "held" : "fresh";
  const { run, isBusy, error: refusal } = useCommand();
  return (
    <SyncedRow
      color={color}
      title={name}
      facts={[`${host} · ${text.events(eventCount)}`, useHeard(subscription.heardAt)]}
      actions={<EditMenu name={name} text={text} {...actions} />}
      state={
        <>
          <StateChip state={state === "fresh" ? fresh : state} text={text.states} />
          <Button
            size="s"
            icon={<RotateCcw />}
            busy={isBusy}
            aria-label={text.refreshLabel(name)}
            onClick={() => void run(refresh, id)}
          >
            {text.refresh}
          </Button>
        </>
      }
      fault={error && text.faults[error]}
    >
      {held && <HeldNote name={name} count={held.count} isOwn command={accept} variables={{ id, since: held.since }} />}
      <FormError error={refusal} />
      <Remarks remarks={remarks} />
    </SyncedRow>
  );
}

/**
 * Formats the time at which a followed calendar was last read successfully, such as “Last heard Tue 3 Nov”. If this was
 * today, the text has the time instead of the date. `heardAt` is null if the calendar has never been read.
 */
function useHeard(heardAt: string | null): string {
  const { follow: text } = useText().settings.calendars;
  const { timeZone } = useHousehold();
  const today = useToday();
  if (heardAt === null) return text.neverHeard;
  const { day } = wallTime(heardAt, timeZone);
  return day === today ? text.heardAt(formatInstantTime(heardAt, timeZone)) : text.heard(formatDay(day));
}

const hours = [1, 3, 6, 12, 24] as const;

/** Fields that say for whom the events are. If one of them changes, both are sent, because the server needs both. */
const people = ["memberIds", "isGeneral"] as const;

type SheetProps = { record: OpenRecord<Subscription> | null; others: readonly Subscription[]; onClose: () => void };

/**
 * Sheet to edit a followed calendar. If `record` is null, the user follows a new calendar. In this case, the sheet
 * first asks for the address, and then shows a preview of the calendar at that address. `others` are the calendars that
 * the household follows already.
 */
function FollowSheet({ record, others, onClose }: SheetProps) {
  const subscription = record?.value ?? null;
  const { common, settings, setup } = useText();
  const { follow: text } = settings.calendars;
  const members = useMembers();
  const [preview, setPreview] = useState<Awaited<ReturnType<typeof previewAddress.send>> | null>(null);
  const isAsking = subscription === null && preview === null;
  const field = useRef<HTMLInputElement>(null);
  const form = useDraft<Draft>(
    { url: "", name: "", color: freeColor([...members, ...others]), memberIds: [], isGeneral: true, everyHours: 6 },
    {
      edited: record && edited(record, draftOf),
      units: [people],
      describe: { everyHours: ({ everyHours }) => text.everyHours(everyHours) },
      validate: ({ url, name }) => ({
        // Only the server knew the address of a deleted calendar.
        url: (url.trim() === "" && record?.isDeleted === false) || isAddress(url) ? null : text.addressWrong,
        name: isAsking || name.trim() ? null : setup.problems.nameMissing,
      }),
    },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step moves the focus
  useLayoutEffect(() => field.current?.focus(), [isAsking]);
  const look = async (url: string) => {
    const found = await form.run(previewAddress, url);
    if (!found) return null;
    const { name, color, everyHours } = found;
    form.change({
      name: form.draft.name || name.slice(0, 100),
      ...(color && { color }),
      ...(everyHours !== null && { everyHours: nearest(everyHours) }),
    });
    setPreview(found);
    return null;
  };
  const save = async (body: Draft, patch: Partial<Draft> | null) => {
    if (isAsking) return look(body.url);
    if (!subscription || form.isDeleted) return form.run(follow, body);
    return !patch || form.run(changeSubscription, { id: subscription.id, ...patch });
  };
  return (
    <EditSheet
      form={form}
      title={subscription ? text.editTitle : text.addTitle}
      sub={isAsking && text.addText}
      initialFocus={field}
      {...(!subscription && { save: isAsking ? common.next : text.follow })}
      onBack={preview && (() => setPreview(null))}
      onSave={save}
      onClose={onClose}
    >
      {isAsking ? (
        <UrlField ref={field} label={text.address} hint={text.addressHint} {...address} {...form.field("url")} />
      ) : (
        <>
          {preview && <Found found={preview} />}
          <TextField ref={field} label={text.name} maxLength={100} {...form.field("name")} />
          <ColorPicker label={setup.color} names={setup.colors} {...form.field("color")} />
          <CalendarConcernedFields label={text.who} generalHint={text.generalHint} form={form} />
          <Select
            label={text.howOften}
            hint={text.howOftenHint}
            {...form.field("everyHours")}
            value={String(form.draft.everyHours)}
            options={hours.map((each) => ({ value: String(each), label: text.everyHours(each) }))}
            onChange={(value) => form.change({ everyHours: Number(value) })}
          />
        </>
      )}
      {subscription && (
        <UrlField
          label={text.newAddress}
          hint={text.newAddressHint(subscription.host)}
          {...address}
          {...form.field("url")}
        />
      )}
    </EditSheet>
  );
}

const address = { maxLength: 2_000, placeholder: "https://…/calendar.ics" };

/**
 * Returns the draft of a followed calendar. The address in the draft is empty, because the server does not return the
 * secret address. If the user leaves the field empty, the calendar keeps its address.
 */
function draftOf({ name, color, memberIds, isGeneral, everyHours }: Subscription): Draft {
  return { url: "", name, color, memberIds, isGeneral, everyHours: nearest(everyHours) };
}

function isAddress(url: string): boolean {
  return /^(https?|webcals?):\/\/\S+$/i.test(url.trim());
}

function nearest(wanted: number): number {
  return hours.find((each) => each >= wanted) ?? 24;
}
