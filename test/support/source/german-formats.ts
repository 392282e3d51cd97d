/** Formats of the app for German dates and names, for use without a browser. */
export const germanFormats = {
  formatDay: (date: string) => {
    const options = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;
    return new Date(date).toLocaleDateString("de-DE", options);
  },
  formatTime: (time: string) => time,
  formatNames: (names: readonly string[]) => new Intl.ListFormat("de").format(names),
};
