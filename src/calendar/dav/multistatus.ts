import { dav, escapeXml, type Parts, tag, type XmlName, xmlDocument, xmlDocumentParts } from "#lib/xml/xml.ts";

export type Property = {
  readonly name: XmlName;
  /** Value as XML. Null if the property was not found. */
  readonly value: string | null;
};

const statusTexts: Readonly<Record<number, string>> = {
  200: "OK",
  403: "Forbidden",
  404: "Not Found",
  424: "Failed Dependency",
  507: "Insufficient Storage",
};

export const D = (local: string, content = "") => tag({ uri: dav, local }, content);
const statusLine = (status: number) => D("status", `HTTP/1.1 ${status} ${statusTexts[status] ?? ""}`);

export const hrefElement = (href: string) => D("href", escapeXml(href));

/** Returns a resource's `response`. If `isMinimal` is true, leaves out properties that were not found (RFC 8144). */
export function foundResponse(href: string, properties: readonly Property[], isMinimal: boolean): string {
  const found = properties.filter(({ value }) => value !== null);
  const missing = properties.filter(({ value }) => value === null);
  const isListed = missing.length > 0 && !isMinimal;
  const stats = [
    found.length > 0 || !isListed
      ? propstat(
          200,
          found.map(({ name, value }) => tag(name, value ?? "")),
        )
      : "",
    isListed
      ? propstat(
          404,
          missing.map(({ name }) => tag(name)),
        )
      : "",
  ];
  return D("response", hrefElement(href) + stats.join(""));
}

export function propstat(status: number, properties: readonly string[], error = ""): string {
  return D("propstat", D("prop", properties.join("")) + statusLine(status) + (error === "" ? "" : D("error", error)));
}

export function statusResponse(href: string, status: number, error = ""): string {
  return D("response", hrefElement(href) + statusLine(status) + (error === "" ? "" : D("error", error)));
}

export function multistatus(responses: readonly string[]): string {
  return xmlDocument({ uri: dav, local: "multistatus" }, responses.join(""));
}

export function multistatusParts(responses: Parts, syncToken: string | null = null): AsyncGenerator<string> {
  const token = syncToken === null ? [] : [D("sync-token", escapeXml(syncToken))];
  return xmlDocumentParts({ uri: dav, local: "multistatus" }, joined(responses, token));
}

async function* joined(...all: Parts[]): AsyncGenerator<string> {
  for (const each of all) yield* each;
}
