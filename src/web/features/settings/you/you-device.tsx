import { useState } from "preact/hooks";
import { chooseLanguage, chosenLanguage, useText } from "../../../i18n/catalogue.ts";
import { languages } from "../../../i18n/loaders.ts";
import { chooseScheme, chosenScheme, schemes } from "../../../shell/scheme.ts";
import { SegmentedControl } from "../../../ui/controls/segmented.tsx";
import { Select } from "../../../ui/controls/select.tsx";
import { Monitor, Moon, Sun } from "../../../ui/icons.ts";
import { Part } from "../part.tsx";

const own = "automatic";
/** Each in its own words, for those who are lost in another. */
const languageNames = { en: "English", de: "Deutsch" } as const;
const schemeIcons = { light: <Sun />, dark: <Moon /> } as const;

/** What is set for this browser alone: the language, and light or dark. */
export function Appearance() {
  const { settings } = useText();
  const { you } = settings;
  const [scheme, setScheme] = useState(chosenScheme);
  const [language, setLanguage] = useState(chosenLanguage);
  return (
    <Part title={you.device}>
      <div className="field">
        <span className="field-label" aria-hidden="true">
          {you.appearance}
        </span>
        <SegmentedControl
          label={you.appearance}
          wide
          value={scheme ?? own}
          segments={[
            { value: own, label: you.automatic, icon: <Monitor /> },
            ...schemes.map((value) => ({ value, label: you[value], icon: schemeIcons[value] })),
          ]}
          onChange={(value) => {
            const next = value === own ? null : value;
            chooseScheme(next);
            setScheme(next);
          }}
        />
      </div>
      <Select
        label={you.language}
        value={language ?? own}
        options={[
          { value: own, label: you.automatic },
          ...languages.map((value) => ({ value, label: languageNames[value] })),
        ]}
        onChange={(value) => {
          const next = value === own ? null : value;
          void chooseLanguage(next);
          setLanguage(next);
        }}
      />
    </Part>
  );
}
