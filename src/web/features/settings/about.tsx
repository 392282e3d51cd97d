import { useText } from "../../i18n/catalogue.ts";
import { useSource } from "../../sync/use-source.ts";
import { Copyable } from "./keys/copyable.tsx";
import { Part } from "./part.tsx";
import { versionSource } from "./sources.ts";

/** What this is, how to keep it safe, and on whose work it stands. */
export function About() {
  const { settings, common } = useText();
  const { about } = settings;
  const { data: version } = useSource(versionSource, {});
  return (
    <>
      <Part title={common.appName}>
        <div className="settings-about">
          <img src="/icons/icon.svg" alt="" width="64" height="64" />
          <p>
            {about.lead}
            <br />
            <span className="soft">{version ? about.version(version) : " "}</span>
          </p>
        </div>
      </Part>
      <Part title={about.backup}>
        <p>{about.backupText}</p>
        <Copyable label={about.backup} text="inglenook backup" />
      </Part>
      <Part title={about.licences}>
        <p>{about.licencesText}</p>
        <ul className="settings-points">
          <li>{about.font}</li>
          <li>{about.icons}</li>
          <li>{about.libraries}</li>
        </ul>
      </Part>
    </>
  );
}
