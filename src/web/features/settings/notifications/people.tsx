import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useIsAdult, useMembers, useViewer } from "#web/sync/session.ts";
import { Checkbox, Switch } from "#web/ui/controls/choice.tsx";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";
import { type NotificationSettings, notifiedAbout, withMember } from "../../notifications/model/preferences.ts";
import { updatePreferences } from "../../notifications/model/writes.ts";
import { Part } from "../part.tsx";

export function PeoplePart({ settings }: { settings: NotificationSettings }) {
  const { people } = useText().notifications;
  const isAdult = useIsAdult();
  const viewer = useViewer();
  const told = notifiedAbout(settings);
  const candidates = useMembers().filter(
    ({ id }) => id !== viewer?.id && (settings.unreachable.includes(id) || told.includes(id)),
  );
  return (
    <Part title={people.title} section="people">
      <Switch
        label={people.general}
        hint={people.generalHint}
        checked={settings.preferences.general}
        onChange={(general) => perform(updatePreferences, { general })}
      />
      {isAdult && candidates.length > 0 && (
        <FieldSet label={people.alsoFor} hint={people.alsoForHint}>
          <div className="settings-meals">
            {candidates.map(({ id, name }) => (
              <Checkbox
                key={id}
                square
                label={name}
                checked={told.includes(id)}
                onChange={(isWanted) => perform(updatePreferences, { alsoFor: withMember(settings, id, isWanted) })}
              />
            ))}
          </div>
        </FieldSet>
      )}
    </Part>
  );
}

const levels = ["full", "title", "none"] as const;

export function DetailsPart({ settings }: { settings: NotificationSettings }) {
  const { details } = useText().notifications;
  const value = settings.preferences.details;
  return (
    <Part title={details.title} section="details">
      <SegmentedField
        label={details.label}
        value={value}
        segments={levels.map((level) => ({ value: level, label: details.levels[level] }))}
        onChange={(next) => perform(updatePreferences, { details: next })}
      />
      <p className="soft small">{details.hints[value]}</p>
    </Part>
  );
}
