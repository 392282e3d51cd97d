/** A calendar of any CalDAV server, over HTTP. */
import { responsesIn } from "../../../support/calendar/dav.ts";

export type Login = { readonly username: string; readonly password: string };

/** One collection: its objects by name. */
export class DavSide {
  readonly #headers: Record<string, string>;

  constructor(
    readonly url: string,
    { username, password }: Login,
  ) {
    this.#headers = { Authorization: `Basic ${btoa(`${username}:${password}`)}` };
  }

  async #send(method: string, url: string, body?: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(url, { method, headers: { ...this.#headers, ...headers }, body: body ?? null });
  }

  async create(): Promise<void> {
    const { status } = await this.#send("MKCALENDAR", this.url);
    if (status !== 201) throw new Error(`MKCALENDAR ${this.url} answered ${status}`);
  }

  /** All objects, by path. */
  async read(): Promise<Map<string, string>> {
    const body =
      '<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>' +
      '<C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>';
    const headers = { Depth: "1", "Content-Type": "application/xml; charset=utf-8" };
    const response = await this.#send("REPORT", this.url, body, headers);
    if (response.status !== 207) throw new Error(`REPORT ${this.url} answered ${response.status}`);
    const found = responsesIn(await response.text());
    return new Map(found.map(({ href, props }) => [href, props["calendar-data"] ?? ""]));
  }

  /** The status. */
  async put(href: string, text: string): Promise<number> {
    const url = new URL(href, this.url).href;
    return (await this.#send("PUT", url, text, { "Content-Type": "text/calendar; charset=utf-8" })).status;
  }

  /** Moves an object of the same server into this calendar. Returns the status. */
  async moveHere(href: string, name: string): Promise<number> {
    const headers = { Destination: new URL(name, this.url).href };
    return (await this.#send("MOVE", new URL(href, this.url).href, undefined, headers)).status;
  }

  async delete(href: string): Promise<number> {
    return (await this.#send("DELETE", new URL(href, this.url).href)).status;
  }
}
