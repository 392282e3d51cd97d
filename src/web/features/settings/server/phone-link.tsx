import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { useIsAdult } from "../../../sync/session.ts";
import { useSource } from "../../../sync/use-source.ts";
import { Select } from "../../../ui/controls/select.tsx";
import { QrCode } from "../../../ui/display/qr-code.tsx";
import { Copyable } from "../keys/copyable.tsx";
import { addressesSource } from "../sources.ts";

/** Link for another device, to copy or to scan. `path` begins with a slash. */
export function PhoneLink(props: {
  label: string;
  path: string;
  /** Address that the server has configured for itself. */
  origin?: string;
  lines?: boolean;
  onCopied?: () => void;
  /** Returns the content of the QR code, if it is not the link itself. */
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
      <Copyable label={label} text={link} {...(lines ? { lines } : {})} {...(onCopied ? { onCopied } : {})} />
      {children?.(link)}
      <AddressSelect {...choice} />
      {address !== null && (
        <figure className="settings-qr">
          <QrCode label={text.qr(label)} content={scanned?.(link) ?? link} />
          <figcaption className="soft small">{scan ?? text.scan}</figcaption>
        </figure>
      )}
      {choice.addresses?.length === 0 && <p className="form-note">{text.onlyHere}</p>}
    </>
  );
}

type AddressChoice = {
  /** Chosen address. Null if it is unknown, or not loaded yet. */
  readonly address: string | null;
  readonly addresses: readonly string[] | null;
  readonly choose: (address: string) => void;
};

/** Returns the addresses at which another device finds the server, and the chosen one. */
export function useAddress(origin?: string): AddressChoice {
  const known = usePhoneAddresses();
  const isElsewhere = origin !== undefined && origin !== location.origin;
  const addresses = known && isElsewhere ? [...new Set([origin, ...known])] : known;
  const [chosen, choose] = useState<string | null>(null);
  return { address: chosen ?? addresses?.[0] ?? null, addresses, choose };
}

/** Select for the address, shown only if there is a choice. */
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

/**
 * Returns the addresses, best first: the one that this browser uses, unless it is the server's own machine. Null while
 * they load.
 */
export function usePhoneAddresses(): readonly string[] | null {
  const isAdult = useIsAdult();
  const { data, error } = useSource(addressesSource, isAdult ? {} : null);
  const here = isThisMachine() ? [] : [location.origin];
  if (!data) return here.length > 0 || error || !isAdult ? here : null;
  return [...new Set([...here, ...data.addresses])];
}

export function isThisMachine(): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
}
