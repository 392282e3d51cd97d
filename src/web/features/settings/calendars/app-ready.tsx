import { useEffect, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { randomId } from "#web/sync/ids.ts";
import { useHousehold, useIsAdult, useViewer } from "#web/sync/session.ts";
import { QrCode } from "#web/ui/display/qr-code.tsx";
import { Download, ExternalLink, Smartphone } from "#web/ui/icons.ts";
import { Copyable } from "../keys/copyable.tsx";
import { SecretSheet } from "../keys/secret-sheet.tsx";
import { AddressSelect, useAddress } from "../server/phone-link.tsx";
import { appleProfile } from "./apple-profile.ts";
import { davx5Link, isApple, type Platform } from "./platforms.ts";
import type { NewApp } from "./sources.ts";

type Setup = { readonly app: NewApp; readonly url: URL; readonly onKept: () => void };

/**
 * Shows a new app password once, with instructions for the device. Asks for confirmation if the user closes the sheet
 * before copying anything.
 */
export function AppReady({ app, platform, onClose }: { app: NewApp; platform: Platform; onClose: () => void }) {
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

export function PlainWarning({ isApple }: { isApple: boolean }) {
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
        <a href="/settings/about?section=https" target="_blank" rel="noreferrer" className="settings-link">
          {text.plainHere}
          <ExternalLink />
        </a>
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
  const file = useFile(profile, "application/x-apple-aspen-config");
  return (
    <>
      <Steps steps={text.profileSteps[platform]} />
      <p>
        <a href={file} download="inglenook.mobileconfig" className="settings-link" onClick={onKept}>
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
      <figure className="settings-qr">
        <QrCode label={server.qr(text.davx5)} content={link} />
        <figcaption className="soft small">{text.davx5Scan}</figcaption>
      </figure>
    </>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="calendars-steps">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

/**
 * Returns a URL from which the browser can download the text as a file. Undefined at the first rendering. The URL is
 * valid while the component is shown.
 */
function useFile(text: string, type: string): string | undefined {
  const [address, setAddress] = useState<string | undefined>(undefined);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text, type]);
  return address;
}

function randomUuid(): string {
  return randomId().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
