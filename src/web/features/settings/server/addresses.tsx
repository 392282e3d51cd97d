import { Copyable } from "#web/forms/copyable.tsx";
import { isThisMachine, PhoneLink } from "#web/forms/phone-link.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { Part, Points } from "../part.tsx";

/**
 * Parts of the settings about addresses and HTTPS. They show the addresses for phones, and list the features that do
 * not work over plain HTTP.
 */
export function Addresses() {
  const { server: text } = useText().settings;
  const isHttps = location.protocol === "https:";
  return (
    <>
      <Part title={text.addresses} section="addresses">
        <p>{text.addressesText}</p>
        <PhoneLink label={text.addressLabel} path="/" />
      </Part>
      <Part title={text.https} section="https">
        {isHttps ? (
          <p>{text.httpsOn}</p>
        ) : (
          <>
            <p>{isThisMachine() ? text.httpsHere : text.httpsOff}</p>
            <Points points={text.httpsLacks} />
            <p>{text.httpsHow}</p>
            <Copyable label={text.httpsCommand} text={`tailscale serve --bg ${location.port || "80"}`} />
            <p className="soft small">{text.httpsOthers}</p>
          </>
        )}
      </Part>
    </>
  );
}
