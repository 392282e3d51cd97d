import { useText } from "../../i18n/catalogue.ts";
import { Alone } from "./alone.tsx";

/** A fresh server that was opened without its link: where that is to be found. */
export function NoLink() {
  const { setup } = useText();
  return (
    <Alone title={setup.noLink} lead={setup.noLinkText}>
      <p className="setup-link">
        <code>{`${location.origin}/setup#…`}</code>
      </p>
      <p className="soft">{setup.noLinkFind}</p>
    </Alone>
  );
}
