import { useEffect } from "preact/hooks";
import { useLocation } from "wouter";
import { getPreference, setPreference } from "../preferences.ts";
import { useIsAdult, useViewer } from "../sync/session.ts";

/** Version of this page, which the build writes into it. */
const version = document.querySelector<HTMLElement>("script[data-version]")?.dataset.version ?? "";

const nameFor = (memberId: string) => `version-${memberId}`;

export function noteVersion(memberId: string): void {
  setPreference(nameFor(memberId), version);
}

/**
 * Returns the version that this adult used before on this device, to show on Today that the app was upgraded. Null if
 * it was the same, or if the adult is here for the first time.
 */
export function useFormerVersion(): string | null {
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
