import { Fragment } from "preact";
import { partsOf } from "../model/links.ts";

/** Text as it is, with its addresses to press: `http` and `https` only, in a tab of their own. */
export function LinkedText({ children }: { children: string }) {
  return partsOf(children).map(({ at, text, href }) =>
    href ? (
      <a key={at} href={href} target="_blank" rel="noreferrer noopener">
        {text}
      </a>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  );
}
