import { FormatFields } from "#web/forms/format-fields.tsx";
import { type InstantField, InstantFields, segmented, select, useStored } from "#web/forms/instant-fields.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { type Language, languageCodes, languages } from "#web/i18n/languages.ts";
import { refetchNotices } from "#web/page/live.ts";
import { chooseLanguage, chosenLanguage } from "#web/page/text.ts";
import { chooseScheme, chosenScheme, schemes } from "#web/shell/scheme.ts";
import { notificationsSource } from "#web/sync/notices.ts";
import { useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Monitor, Moon, Sun } from "#web/ui/icons.ts";
import { showWeekNumbers, useHasWeekNumbers } from "../../calendar/model/settings.ts";
import { noteLanguage } from "../../notifications/model/push.ts";

const schemeIcons = { light: <Sun />, dark: <Moon /> } as const;

/** Fields for the language, the colours and the formats. The choices are stored in this browser only. */
export function AppearanceFields() {
  const { you } = useText().settings;
  const { data: settings } = useSource(notificationsSource, useViewer() ? {} : null);
  const speak = async (language: Language | null) => {
    await chooseLanguage(language);
    refetchNotices();
    if (settings) noteLanguage(settings);
  };
  const fields = [
    segmented({
      label: you.appearance,
      options: [
        { value: null, label: you.automatic, icon: <Monitor /> },
        ...schemes.map((value) => ({ value, label: you[value], icon: schemeIcons[value] })),
      ],
      ...useStored(chosenScheme, chooseScheme),
    }),
    select({
      label: you.language,
      options: [
        { value: null, label: you.automatic },
        ...languageCodes.map((value) => ({ value, label: languages[value].name })),
      ],
      ...useStored(chosenLanguage, speak),
    }),
  ];
  const weekNumbers: InstantField = {
    kind: "switch",
    label: you.weekNumbers,
    value: useHasWeekNumbers(),
    write: showWeekNumbers,
  };
  return (
    <>
      <InstantFields fields={fields} />
      <FormatFields />
      <InstantFields fields={[weekNumbers]} />
    </>
  );
}
