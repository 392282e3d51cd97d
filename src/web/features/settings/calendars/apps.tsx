import { useMemo, useState } from "preact/hooks";
import { Copyable } from "#web/forms/copyable.tsx";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { AddressSelect, useAddress } from "#web/forms/phone-link.tsx";
import { SecretSheet } from "#web/forms/secret-sheet.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { randomId } from "#web/sync/ids.ts";
import { useHousehold, useIsAdult, useViewer } from "#web/sync/session.ts";
import { source } from "#web/sync/source.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatNames } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { CheckboxList } from "#web/ui/controls/checkbox-list.tsx";
import { ChoiceField } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { QrCode } from "#web/ui/display/qr-code.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { Download, Smartphone } from "#web/ui/icons.ts";
import { useObjectUrl } from "#web/ui/use-object-url.ts";
import { appleProfile } from "../../calendar/model/apple-profile.ts";
import { calendarsSource } from "../../calendar/model/calendars.ts";
import {
  clientName,
  davx5Link,
  isApple,
  type Platform,
  platformOf,
  platforms,
} from "../../calendar/model/platforms.ts";
import { ExternalAnchor } from "../part.tsx";
import { CalendarList } from "./calendar-list.tsx";

const appsSource = source("settings.calendar-apps", ["calendar_app", "member"], (_, { app }) =>
  read(app["calendar-apps"].get()),
);
type App = Awaited<ReturnType<typeof appsSource.fetch>>["apps"][number];

const connectApp = command({
  send: (body: Pick<App, "name" | "access" | "calendars">, { app }) => read(app["calendar-apps"].post(body)),
  invalidates: ["calendar_app"],
});
const disconnectApp = command({
  send: ({ id }: Pick<App, "id" | "name">, { app }) => read(app["calendar-apps"]({ id }).delete()),
  invalidates: ["calendar_app"],
  done: ({ settings }, { name }) => settings.apps.ended(name),
});
type NewApp = Awaited<ReturnType<typeof connectApp.send>>;

/** Part of the settings with the viewer's calendar programs, each of which has its own app password. */
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
  const ago = useAgo();
  const client = app.client === null ? "" : clientName(app.client);
  const seen = app.lastSeenAt === null ? text.unseen : text.lastSeen(ago(app.lastSeenAt));
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
        hint={chosen === null ? text.allHint : undefined}
        labels={{ all: text.all, some: text.some }}
        value={chosen === null ? "all" : "some"}
        onChange={(next) => form.change({ calendars: next === "all" ? null : [] })}
      />
      {chosen && (
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

type Setup = { readonly app: NewApp; readonly url: URL; readonly onKept: () => void };

/**
 * Shows a new app password once, with instructions for the device. Asks for confirmation if the user closes the sheet
 * before copying anything.
 */
function AppReady({ app, platform, onClose }: { app: NewApp; platform: Platform; onClose: () => void }) {
  const { settings } = useText();
  const { apps: text } = settings;
  const { origin, pathname } = new URL(app.url);
  const choice = useAddress(origin);
  const url = new URL(pathname, choice.address ?? location.origin);
  const isQuick = url.protocol === "https:" && (isApple(platform) || platform === "android");
  return (
    <SecretSheet title={text.readyTitle(app.name)} text={text} onClose={onClose}>
      {(onKept) => (
        <>
          <AddressSelect {...choice} />
          {choice.addresses?.length === 0 && <p className="form-note">{settings.server.onlyHere}</p>}
          {url.protocol === "http:" && <PlainWarning isApple={isApple(platform)} />}
          {isQuick &&
            (isApple(platform) ? (
              <AppleProfile app={app} url={url} onKept={onKept} platform={platform} />
            ) : (
              <Davx5 app={app} url={url} onKept={onKept} />
            ))}
          {isQuick && <h3>{text.byHand}</h3>}
          <Steps steps={text.steps[platform]} />
          <Copyable
            label={isApple(platform) ? text.server : text.address}
            text={isApple(platform) ? url.host : url.href}
          />
          <Copyable label={text.username} text={app.username} />
          <Copyable label={text.password} text={app.password} onCopied={onKept} />
          {platform === "android" && <p>{text.davx5Then}</p>}
        </>
      )}
    </SecretSheet>
  );
}

function PlainWarning({ isApple }: { isApple: boolean }) {
  const { apps: text } = useText().settings;
  const isAdult = useIsAdult();
  return (
    <div className="form-note">
      <p>
        {text.plain} {isApple && text.plainApple}
      </p>
      <p>{text.plainHow}</p>
      {isAdult && (
        // A link that leaves the sheet would lose the password.
        <ExternalAnchor href="/settings/about?section=https">{text.plainHere}</ExternalAnchor>
      )}
    </div>
  );
}

function AppleProfile({ app, url, onKept, platform }: Setup & { platform: "iphone" | "mac" }) {
  const { apps: text } = useText().settings;
  const { name: household } = useHousehold();
  const memberId = useViewer()?.id ?? "";
  const [accountId] = useState(randomUuid);
  const profile = appleProfile({ ...app, accountId, memberId, household, url: url.href });
  const file = useMemo(() => new Blob([profile], { type: "application/x-apple-aspen-config" }), [profile]);
  const href = useObjectUrl(file) ?? undefined;
  return (
    <>
      <Steps steps={text.profileSteps[platform]} />
      <p>
        <a href={href} download="inglenook.mobileconfig" className="settings-link" onClick={onKept}>
          <Download />
          {text.profile}
        </a>
      </p>
      <p className="soft small">{text.profileText}</p>
    </>
  );
}

function Davx5({ app, url, onKept }: Setup) {
  const { server, apps: text } = useText().settings;
  const link = davx5Link(url, app.username, app.password);
  return (
    <>
      <Steps steps={text.davx5Steps} />
      <p>
        <a href={link} className="settings-link" onClick={onKept}>
          <Smartphone />
          {text.davx5}
        </a>
      </p>
      <QrCode label={server.qr(text.davx5)} content={link} caption={text.davx5Scan} />
    </>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="settings-steps">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

function randomUuid(): string {
  return randomId().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
