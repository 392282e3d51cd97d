import { useState } from "preact/hooks";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useNow, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { formatNames } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ChoiceField } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { Smartphone } from "#web/ui/icons.ts";
import { calendarsSource } from "../../calendar/model/calendars.ts";
import { useAddress } from "../server/phone-link.tsx";
import { AppReady, PlainWarning } from "./app-ready.tsx";
import { CheckboxList } from "./calendar-fields.tsx";
import { CalendarList } from "./calendar-list.tsx";
import { clientName, isApple, type Platform, platformOf, platforms } from "./platforms.ts";
import { type App, appsSource, connectApp, disconnectApp, type NewApp } from "./sources.ts";

/** Part of the settings with the viewer's own calendar apps and their passwords. */
export function AppsPart() {
  const { apps: text } = useText().settings;
  const { value, open, close } = useOverlay("connect");
  return (
    <CalendarList
      section="phone"
      picture="📱"
      text={text}
      read={useSource(appsSource, {})}
      itemsOf={({ apps }) => apps}
      max={20}
      onAdd={() => open({ connect: "" })}
      end={disconnectApp}
      row={(app, onEnd) => <Row key={app.id} app={app} onEnd={onEnd} />}
    >
      {value.connect !== null && <AppSheet onClose={close} />}
    </CalendarList>
  );
}

function Row({ app, onEnd }: { app: App; onEnd: () => void }) {
  const { apps: text } = useText().settings;
  const { ms } = useNow();
  const client = app.client === null ? "" : clientName(app.client);
  const seen = app.lastSeenAt === null ? text.unseen : text.lastSeen(formatAgo(app.lastSeenAt, ms));
  return (
    <RecordRow
      picture={<Smartphone />}
      title={app.name}
      facts={[`${text.may[app.access]} · ${useCalendarNames(app)}`, client ? `${seen} · ${client}` : seen]}
      actions={
        <Button aria-label={text.endLabel(app.name)} onClick={onEnd}>
          {text.end}
        </Button>
      }
    />
  );
}

function useCalendarNames({ calendars: keys }: App): string {
  const { apps: text } = useText().settings;
  const { data } = useSource(calendarsSource, {});
  if (keys === null) return text.allCalendars;
  if (!data) return "…";
  const names = data.calendars.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
  return names.length === 0 ? text.noCalendars : formatNames(names);
}

type Draft = Pick<App, "access" | "calendars"> & {
  readonly platform: Platform;
  /** Name of the calendar app or device. Null means the name of the chosen platform. */
  readonly name: string | null;
};

function AppSheet({ onClose }: { onClose: () => void }) {
  const { settings, setup } = useText();
  const { apps: text } = settings;
  const viewer = useViewer();
  const calendars = useSource(calendarsSource, {}).data?.calendars ?? [];
  const [made, setMade] = useState<NewApp | null>(null);
  const form = useDraft<Draft>(
    () => ({ platform: platformOf(navigator.userAgent), name: null, access: "write", calendars: null }),
    {
      validate: ({ name, calendars }) => ({
        name: name?.trim() === "" ? setup.problems.nameMissing : null,
        calendars: calendars?.length === 0 ? text.someMissing : null,
      }),
    },
  );
  const { platform, access, calendars: chosen } = form.draft;
  const address = useAddress().address ?? location.origin;
  const name = form.draft.name ?? text.names[platform](viewer?.name ?? "");
  const save = async () => {
    const app = await form.run(connectApp, { name: name.trim(), access, calendars: chosen });
    if (app) setMade(app);
    return null;
  };
  if (made) return <AppReady app={made} platform={platform} onClose={onClose} />;
  return (
    <EditSheet form={form} title={text.addTitle} sub={text.addText} save={text.make} onSave={save} onClose={onClose}>
      <Select
        label={text.platform}
        options={platforms.map((value) => ({ value, label: text.platforms[value] }))}
        {...form.field("platform")}
      />
      {!address.startsWith("https:") && <PlainWarning isApple={isApple(platform)} />}
      <TextField label={text.name} hint={text.nameHint} maxLength={100} {...form.field("name")} value={name} />
      <ChoiceField
        label={text.access}
        hint={text.accessHints[access]}
        labels={text.accesses}
        {...form.field("access")}
      />
      <ChoiceField
        label={text.which}
        labels={{ all: text.all, some: text.some }}
        value={chosen === null ? "all" : "some"}
        onChange={(next) => form.change({ calendars: next === "all" ? null : [] })}
      />
      {chosen === null ? (
        <p className="field-hint">{text.allHint}</p>
      ) : (
        <CheckboxList
          label={text.which}
          hideLabel
          options={calendars.map(({ key, name }) => ({ id: key, name }))}
          {...form.field("calendars")}
          value={chosen}
        />
      )}
    </EditSheet>
  );
}
