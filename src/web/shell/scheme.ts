import { getPreference, setPreference } from "#web/page/preferences.ts";

export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/**
 * Returns the colour scheme that the user chose. Returns null if the user chose none, so that the setting of the
 * operating system applies.
 */
export function chosenScheme(): Scheme | null {
  return schemes.find((each) => each === getPreference("scheme")) ?? null;
}

/** Applies the chosen colour scheme. Call this before the first render. */
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

/** Stores and applies a colour scheme. If `scheme` is null, the setting of the operating system applies. */
export function chooseScheme(scheme: Scheme | null): void {
  setPreference("scheme", scheme);
  startScheme();
}
