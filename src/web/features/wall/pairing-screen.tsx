/** Screen `/wall` of a tablet before pairing. The screen shows a code. An adult confirms the code on another device. */
import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useViewer } from "#web/sync/session.ts";
import { buttonClass } from "#web/ui/controls/button.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeleton } from "#web/ui/display/skeleton.tsx";
import { endWall } from "./model/paired.ts";
import { usePairing } from "./model/use-pairing.ts";

export function PairingScreen() {
  const { common, pairing: text } = useText();
  const viewer = useViewer();
  const { pairing, error, retry } = usePairing();
  useEffect(() => {
    document.title = `${text.title} · ${common.appName}`;
  }, [text, common]);
  return (
    <main className="wall-pairing">
      <img src="/icons/icon.svg" alt="" width="64" height="64" />
      <h1 tabIndex={-1}>{text.title}</h1>
      <p className="wall-pairing-lead">{text.lead}</p>
      {error !== null && (
        <ErrorNotice title={text.failed} onRetry={retry}>
          {error}
        </ErrorNotice>
      )}
      {pairing ? (
        <>
          <Code code={pairing.code} />
          <Countdown until={pairing.endsAt} label={text.remaining} />
        </>
      ) : (
        error === null && <Skeleton height="6rem" width="18rem" />
      )}
      <ol>
        {text.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {viewer && <p className="soft">{text.signsOut(viewer.name)}</p>}
      <Link href={viewer ? "/" : "/sign-in"} className={buttonClass("quiet")} onClick={endWall}>
        {viewer ? common.back : text.signInstead}
      </Link>
    </main>
  );
}

function Code({ code }: { code: string }) {
  const { pairing: text } = useText();
  return (
    <p className="wall-code" role="img" aria-label={text.code([...code].join(" "))}>
      <span>{code.slice(0, 3)}</span>
      <span>{code.slice(3)}</span>
    </p>
  );
}

function Countdown({ until, label }: { until: number; label: (time: string) => string }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((until - now) / 1_000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <p className="soft tabular" role="timer">
      {label(time)}
    </p>
  );
}
