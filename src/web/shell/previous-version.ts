import { useEffect } from "preact/hooks";
import { useLocation } from "wouter";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { useIsAdult, useViewer } from "#web/sync/session.ts";

/** Version of this page. The build writes it into the page. */
const version = document.querySelector<HTMLElement>("script[data-version]")?.dataset.version ?? "";

const nameFor = (memberId: string) => `version-${memberId}`;

export function noteVersion(memberId: string): void {
  setPreference(nameFor(memberId), version);
}

/**
 * Returns the version of the app that the signed-in adult used in this browser before an update. Today shows a message
 * about the update. Returns null if the version has not changed, or if the adult has not used the app in this browser
 * before. Always returns null on screens other than Today, on tablets, and for children and guests.
 */
export function usePreviousVersion(): string | null {
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const [path] = useLocation();
  const id = isAdult ? viewer?.id : undefined;
  const former = id === undefined ? null : getPreference(nameFor(id));
  useEffect(() => {
    if (id !== undefined && former === null) noteVersion(id);
  }, [id, former]);
  return path === "/" && former !== version ? former : null;
}
