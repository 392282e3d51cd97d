import { currentLocale } from "#web/i18n/locale.ts";

/** Formats a number of bytes in megabytes, at least as one megabyte. */
export function formatSize(bytes: number): string {
  const [unit, amount] = bytes >= 1e9 ? ["gigabyte", bytes / 1e9] : ["megabyte", Math.max(1, Math.round(bytes / 1e6))];
  return new Intl.NumberFormat(currentLocale(), { style: "unit", unit, maximumFractionDigits: 1 }).format(amount);
}
