import { useRef } from "preact/hooks";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { PhoneLink } from "#web/forms/phone-link.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { useAgo, useDayOf } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { CodeField, digitsOf } from "#web/ui/controls/code-field.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { Tablet as TabletIcon } from "#web/ui/icons.ts";
import { ListPart } from "../list-part.tsx";
import { type Tablet, tabletsSource } from "../sources.ts";

export function Tablets() {
  const { tablets: text, never } = useText().settings;
  const ago = useAgo();
  const dayOf = useDayOf();
  const { value, open, close } = useOverlay("pair");
  const seenAt = (instant: string | null) => text.seen(instant === null ? never : ago(instant));
  return (
    <ListPart
      title={text.heading}
      counts
      intro={text.intro}
      isIntroAbove
      add={{ label: text.pair, variant: "primary", onClick: () => open({ pair: "" }) }}
      read={useSource(tabletsSource, {})}
      itemsOf={({ devices }) => devices}
      empty={{
        picture: "🖼️",
        title: text.none,
        text: text.noneText,
        children: <PhoneLink label={text.address} path="/wall" />,
      }}
      row={({ id, name, createdAt, lastSeenAt }, onRevoke) => (
        <RecordRow
          key={id}
          picture={<TabletIcon />}
          title={name}
          facts={[`${seenAt(lastSeenAt)} · ${text.pairedOn(dayOf(createdAt, "full"))}`]}
          actions={
            <Button aria-label={text.revokeLabel(name)} onClick={onRevoke}>
              {text.revoke}
            </Button>
          }
        />
      )}
      removal={(tablet) => ({
        title: text.revokeTitle(tablet.name),
        text: text.revokeText,
        confirm: text.revoke,
        command: revokeTablet,
        variables: tablet,
      })}
    >
      {value.pair !== null && <PairSheet onClose={close} />}
    </ListPart>
  );
}

function PairSheet({ onClose }: { onClose: () => void }) {
  const { settings, setup } = useText();
  const { tablets: text } = settings;
  const form = useDraft(
    { code: "", name: text.nameExample },
    {
      validate: ({ code, name }) => ({
        code: digitsOf(code).length === 6 ? null : text.codeShort,
        name: name.trim() ? null : setup.problems.nameMissing,
      }),
    },
  );
  const first = useRef<HTMLInputElement>(null);
  return (
    <EditSheet
      form={form}
      onClose={onClose}
      title={text.pairTitle}
      sub={text.pairText}
      initialFocus={first}
      save={text.pair}
      onSave={({ code, name }) => form.run(pairTablet, { code: digitsOf(code), name })}
    >
      <CodeField {...form.field("code")} ref={first} label={text.code} />
      <TextField {...form.field("name")} label={text.name} maxLength={60} />
      <PhoneLink label={text.address} path="/wall" />
    </EditSheet>
  );
}

const pairTablet = command({
  invalidates: ["device"],
  send: (body: { code: string; name: string }, api) => read(api.app.devices.post(body)),
  done: ({ settings }, _, { name }) => settings.tablets.paired(name),
});

const revokeTablet = command({
  invalidates: ["device"],
  send: ({ id }: Tablet, api) => read(api.app.devices({ id }).delete()),
  done: ({ settings }, { name }) => settings.tablets.revoked(name),
});
