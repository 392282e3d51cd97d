/** Light or dark: the device's own, or what somebody chose on it. */
import { getPreference, setPreference } from "../sync/preferences.ts";

/** The schemes there are. */
export const schemes = ["light", "dark"] as const;
/** One of them. */
export type Scheme = (typeof schemes)[number];

/** What was chosen on this device; null follows its own setting. */
export function chosenScheme(): Scheme | null {
  return schemes.find((each) => each === getPreference("scheme")) ?? null;
}

/** Shows the scheme that was chosen; before anything is drawn. */
export function startScheme(): void {
  const chosen = chosenScheme();
  if (chosen) document.documentElement.dataset.scheme = chosen;
  else delete document.documentElement.dataset.scheme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    meta.dataset.own ??= meta.media;
    const isMeant = chosen !== null && meta.dataset.own.includes(chosen);
    meta.media = chosen === null ? meta.dataset.own : isMeant ? "all" : "not all";
  }
}

/** Keeps a choice on this device and shows it; null follows the device again. */
export function chooseScheme(scheme: Scheme | null): void {
  setPreference("scheme", scheme);
  startScheme();
}
