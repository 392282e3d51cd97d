import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { FormFooter, FormNotice } from "#web/forms/form.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { type Errors, useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { freeColor } from "#web/people/person-fields.tsx";
import { useMembers } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { ConcernedFields, NameAndColorFields } from "./calendar-fields.tsx";
import { Found } from "./import-preview.tsx";
import { type AddressPreview, changeSubscription, follow, previewAddress, type Subscription } from "./sources.ts";

const hours = [1, 3, 6, 12, 24] as const;

type Draft = Pick<Subscription, "name" | "color" | "memberIds" | "isGeneral" | "everyHours"> & {
  readonly url: string;
};

export function FollowSheet({ others, onClose }: { others: readonly Subscription[]; onClose: () => void }) {
  const { common, settings, setup } = useText();
  const { follow: text } = settings.calendars;
  const members = useMembers();
  const [preview, setPreview] = useState<AddressPreview | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const form = useDraft<Draft>(
    { url: "", name: "", color: freeColor([...members, ...others]), memberIds: [], isGeneral: true, everyHours: 6 },
    {
      validate: ({ url, name }) => ({
        url: isAddress(url) ? null : text.addressWrong,
        name: preview === null || name.trim() ? null : setup.problems.nameMissing,
      }),
    },
  );
  const { draft, errors, change } = form;
  const isLooked = preview !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step moves the focus
  useLayoutEffect(() => field.current?.focus(), [isLooked]);
  const look = async () => {
    const found = await form.send(() => previewAddress(draft.url.trim()));
    if (!found) return;
    const { name, color, everyHours } = found;
    change({
      name: draft.name || name.slice(0, 100),
      ...(color && { color }),
      ...(everyHours !== null && { everyHours: nearest(everyHours) }),
    });
    setPreview(found);
  };
  const add = async () => {
    const made = await form.send(() => follow(bodyOf(draft)));
    if (!made) return;
    invalidate(["calendar", "event"]);
    toasts.show({ message: text.added(made.name) });
    onClose();
  };
  const submit = () => {
    if (!form.isBusy && form.check()) void (isLooked ? add() : look());
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.addTitle}
      sub={isLooked ? undefined : text.addText}
      initialFocus={field}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={isLooked ? () => setPreview(null) : onClose}>
            {isLooked ? common.back : common.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={form.isBusy}>
            {isLooked ? text.follow : common.next}
          </Button>
          <FormNotice form={form} counts />
        </>
      }
    >
      {preview === null ? (
        <AddressField
          fieldRef={field}
          label={text.address}
          hint={text.addressHint}
          value={draft.url}
          onChange={(url) => change({ url })}
          error={errors.url}
        />
      ) : (
        <>
          <Found found={preview} />
          <FollowFields fieldRef={field} draft={draft} errors={errors} change={change} />
        </>
      )}
    </Sheet>
  );
}

/**
 * Returns the draft of a followed calendar. The address is empty, because the server never shows it again. If the
 * address stays empty, the calendar keeps its current address.
 */
function draftOf({ name, color, memberIds, isGeneral, everyHours }: Subscription): Draft {
  return { url: "", name, color, memberIds, isGeneral, everyHours: nearest(everyHours) };
}

type SheetProps = { record: OpenRecord<Subscription>; onClose: () => void };

export function SubscriptionSheet({ record, onClose }: SheetProps) {
  const { settings, setup } = useText();
  const { follow: text } = settings.calendars;
  const { value: subscription, isDeleted } = record;
  const field = useRef<HTMLInputElement>(null);
  const form = useDraft(() => draftOf(subscription), {
    edited: edited(record, draftOf),
    units: [people],
    describe: { everyHours: ({ everyHours }) => text.everyHours(everyHours) },
    validate: ({ url, name }) => ({
      // Only the server knew the address of a deleted calendar.
      url: (url.trim() === "" && !isDeleted) || isAddress(url) ? null : text.addressWrong,
      name: name.trim() ? null : setup.problems.nameMissing,
    }),
  });
  const { draft, errors, change } = form;
  const save = async () => {
    if (form.isBusy || !form.check()) return;
    const body = bodyOf(draft);
    const patch = patchOf(bodyOf(form.base), body, [people]);
    if (!patch && !form.isDeleted) return onClose();
    const saved = await form.send(() =>
      form.isDeleted ? follow(body) : changeSubscription(subscription.id, patch ?? {}),
    );
    if (!saved) return;
    invalidate(["calendar", "event"]);
    toasts.show({ message: form.isDeleted ? text.added(saved.name) : text.changed(saved.name) });
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.editTitle}
      initialFocus={field}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} />}
    >
      <FollowFields fieldRef={field} draft={draft} errors={errors} change={change}>
        <AddressField
          label={text.newAddress}
          hint={text.newAddressHint(subscription.host)}
          value={draft.url}
          onChange={(url) => change({ url })}
          error={errors.url}
        />
      </FollowFields>
    </Sheet>
  );
}

/** Names of fields that are always sent together. The server needs all of them. */
const people = ["memberIds", "isGeneral"] as const;

type FieldRef = { readonly current: HTMLInputElement | null };

function FollowFields(props: {
  fieldRef: FieldRef;
  draft: Draft;
  errors: Errors<keyof Draft>;
  change: (patch: Partial<Draft>) => void;
  children?: ComponentChildren;
}) {
  const { fieldRef, draft, errors, change } = props;
  const { settings } = useText();
  const { follow: text } = settings.calendars;
  return (
    <>
      <NameAndColorFields label={text.name} value={draft} onChange={change} errors={errors} nameRef={fieldRef} />
      <ConcernedFields
        label={text.who}
        generalHint={text.generalHint}
        value={draft}
        onChange={change}
        error={errors.memberIds}
      />
      <Select
        label={text.howOften}
        hint={text.howOftenHint}
        value={String(draft.everyHours)}
        options={hours.map((each) => ({ value: String(each), label: text.everyHours(each) }))}
        onChange={(value) => change({ everyHours: Number(value) })}
        error={errors.everyHours}
      />
      {props.children}
    </>
  );
}

function AddressField(props: {
  fieldRef?: FieldRef;
  label: string;
  hint: string;
  value: string;
  onChange: (url: string) => void;
  error: FieldError;
}) {
  const { fieldRef, ...rest } = props;
  return (
    <TextField
      {...(fieldRef ? { ref: fieldRef } : {})}
      {...rest}
      type="url"
      inputMode="url"
      autoCapitalize="none"
      maxLength={2_000}
      placeholder="https://…/calendar.ics"
    />
  );
}

function bodyOf(draft: Draft) {
  return { ...draft, url: draft.url.trim(), name: draft.name.trim() };
}

function isAddress(url: string): boolean {
  return /^(https?|webcals?):\/\/\S+$/i.test(url.trim());
}

function nearest(wanted: number): number {
  return hours.find((each) => each >= wanted) ?? 24;
}
