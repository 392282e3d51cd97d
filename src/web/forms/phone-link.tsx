import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { read } from "#web/sync/api/client.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { source } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { QrCode } from "#web/ui/display/qr-code.tsx";
import { Copyable } from "./copyable.tsx";

/**
 * Addresses of the server, which only adults may read. The addresses depend on the networks of the server's machine. No
 * change of a record makes the addresses stale, so the source names no kinds of records.
 */
const addressesSource = source("settings.addresses", [], (_, api) => read(api.app.server.addresses.get()));

/** Shows a link for another device as text to copy and as a QR code. `path` begins with a slash. */
export function PhoneLink(props: {
  label: string;
  path: string;
  /** Public origin that the server is configured with. */
  origin?: string;
  lines?: boolean;
  onCopied?: () => void;
  /** Returns the content of the QR code. If omitted, the QR code contains the link itself. */
  scanned?: (link: string) => string;
  scan?: string;
  children?: (link: string) => ComponentChildren;
}) {
  const { label, path, origin, lines, onCopied, scanned, scan, children } = props;
  const { server: text } = useText().settings;
  const choice = useAddress(origin);
  const { address } = choice;
  const link = `${address ?? location.origin}${path}`;
  return (
    <>
      <Copyable label={label} text={link} lines={lines ?? false} {...(onCopied ? { onCopied } : {})} />
      {children?.(link)}
      <AddressSelect {...choice} />
      {address !== null && (
        <QrCode label={text.qr(label)} content={scanned?.(link) ?? link} caption={scan ?? text.scan} />
      )}
      {choice.addresses?.length === 0 && <p className="form-note">{text.onlyHere}</p>}
    </>
  );
}

type AddressChoice = {
  /** Chosen address of the server. Null while loading, or if no address is known. */
  readonly address: string | null;
  readonly addresses: readonly string[] | null;
  readonly choose: (address: string) => void;
};

/**
 * Returns the addresses at which another phone or computer can reach the server, and the chosen address. The best
 * address comes first: `origin`, if it differs from the address that this browser uses. The address that this browser
 * uses comes next. It is left out if the browser runs on the server's own machine, because it may work only on that
 * machine. The other addresses that the server knows come last.
 */
export function useAddress(origin = location.origin): AddressChoice {
  const isAdult = useIsAdult();
  const { data, error } = useSource(addressesSource, isAdult ? {} : null);
  const [chosen, choose] = useState<string | null>(null);
  const here = isThisMachine() ? [] : [location.origin];
  const isLoading = !data && !error && isAdult && here.length === 0;
  const elsewhere = origin === location.origin ? [] : [origin];
  const addresses = isLoading ? null : [...new Set([...elsewhere, ...here, ...(data?.addresses ?? [])])];
  return { address: chosen ?? addresses?.[0] ?? null, addresses, choose };
}

/** Field to choose the address of the server. Shown only if there are several addresses. */
export function AddressSelect({ address, addresses, choose }: AddressChoice) {
  const { server: text } = useText().settings;
  if (addresses === null || addresses.length < 2) return null;
  return (
    <Select
      label={text.address}
      hint={text.addressHint}
      value={address ?? ""}
      options={addresses.map((value) => ({ value, label: value }))}
      onChange={choose}
    />
  );
}

export function isThisMachine(): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
}
