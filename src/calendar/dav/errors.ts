import { dav, tag, type XmlName, xmlDocument } from "#lib/xml/xml.ts";

/** Error with a precondition of RFC 4918 §16 or RFC 4791, such as `C:no-uid-conflict`. */
export class DavError extends Error {
  constructor(
    readonly status: number,
    /** Precondition that failed. Null if the status alone explains the error. */
    readonly condition: XmlName | null,
    /** XML that the response contains inside the element of the precondition. */
    readonly detail = "",
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(condition ? `${status} ${condition.local}` : String(status));
  }

  get body(): string | null {
    return this.condition && xmlDocument({ uri: dav, local: "error" }, tag(this.condition, this.detail));
  }
}
