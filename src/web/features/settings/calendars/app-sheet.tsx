import { useState } from "preact/hooks";
import { FormFooter } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { calendarsSource } from "../../calendar/model/calendars.ts";
import { useAddress } from "../server/phone-link.tsx";
import { AppReady, PlainWarning } from "./app-ready.tsx";
import { isApple, type Platform, platformOf, platforms } from "./platforms.ts";
import { type App, connectApp, type NewApp } from "./sources.ts";

type Draft = Pick<App, "access" | "calendars"> & {
  readonly platform: Platform;
  /** Name of the calendar app or device. Null means the name of the chosen platform. */
  readonly name: string | null;
};

export function AppSheet({ onClose }: { onClose: () => void }) {
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
  const { draft, errors, change } = form;
  const { platform, access, calendars: chosen } = draft;
  const address = useAddress().address ?? location.origin;
  const name = draft.name ?? text.names[platform](viewer?.name ?? "");
  const save = async () => {
    if (form.isBusy || !form.check()) return;
    const saved = await form.send(() => connectApp({ name: name.trim(), access, calendars: chosen }));
    if (!saved) return;
    invalidate(["calendar_app"]);
    setMade(saved);
  };
  if (made) return <AppReady app={made} platform={platform} onClose={onClose} />;
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.addTitle}
      sub={text.addText}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} save={text.make} />}
    >
      <Select
        label={text.platform}
        value={platform}
        options={platforms.map((value) => ({ value, label: text.platforms[value] }))}
        onChange={(next) => change({ platform: next })}
      />
      {!address.startsWith("https:") && <PlainWarning isApple={isApple(platform)} />}
      <TextField
        label={text.name}
        hint={text.nameHint}
        value={name}
        maxLength={100}
        onChange={(next) => change({ name: next })}
        error={errors.name}
      />
      <SegmentedField
        label={text.access}
        value={access}
        segments={(["write", "read"] as const).map((value) => ({ value, label: text.accesses[value] }))}
        onChange={(next) => change({ access: next })}
      />
      <p className="field-hint">{text.accessHints[access]}</p>
      <SegmentedField
        label={text.which}
        value={chosen === null ? "all" : "some"}
        segments={(["all", "some"] as const).map((value) => ({ value, label: text[value] }))}
        onChange={(next) => change({ calendars: next === "all" ? null : [] })}
      />
      {chosen === null ? (
        <p className="field-hint">{text.allHint}</p>
      ) : (
        <FieldSet label={text.which} hideLabel error={errors.calendars}>
          {calendars.map(({ key, name }) => (
            <Checkbox
              key={key}
              label={name}
              checked={chosen.includes(key)}
              onChange={(isIn) =>
                change({ calendars: isIn ? [...chosen, key] : chosen.filter((each) => each !== key) })
              }
            />
          ))}
        </FieldSet>
      )}
    </Sheet>
  );
}
