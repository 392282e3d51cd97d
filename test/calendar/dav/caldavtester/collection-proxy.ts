/**
 * Lets CalDAVTester make and delete calendars, which our server has fixed: a made calendar is a member's, under the name that
 * it was made with. Tasks are accepted and forgotten, because the tests of events begin by adding some.
 */
import { afterAllTests } from "../../../support/home/clean-up.ts";

const collectionPath = /^(\/dav\/[^/]+\/cal\/)([^/?]+)(\/[^?]*)?$/;

export class CollectionProxy {
  readonly origin: string;
  readonly #keys = new Map<string, string>([["calendar", "family"]]);
  readonly #free: string[];

  constructor(
    private readonly target: string,
    pool: readonly string[],
  ) {
    this.#free = [...pool];
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => this.#answer(request) });
    afterAllTests(() => server.stop(true));
    this.origin = `http://127.0.0.1:${server.port}`;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, base = "", segment = "", rest = ""] = collectionPath.exec(pathname) ?? [];
    const name = decodeURIComponent(segment);
    const body = await request.bytes();
    if (name === "tasks") return this.#asTasks(request.method, pathname);
    const isCollection = segment !== "" && (rest === "" || rest === "/");
    if (request.method === "MKCALENDAR" && isCollection) return this.#make(request, base, name, body);
    if (name !== "" && !this.#keys.has(name)) return new Response(null, { status: 404 });
    if (request.method === "DELETE" && isCollection && name !== "calendar") return this.#delete(request, base, name);
    return this.#forward(request, body);
  }

  async #forward(request: Request, body: Uint8Array): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("accept-encoding");
    const destination = headers.get("destination");
    if (destination) headers.set("destination", this.#toKeys(destination));
    const condition = headers.get("if");
    if (condition) headers.set("if", this.#toKeys(condition));
    const isXml = body.length > 0 && !/calendar/.test(headers.get("content-type") ?? "");
    const sent = isXml ? this.#toKeys(new TextDecoder().decode(body)) : body;
    const response = await fetch(this.target + this.#toKeys(pathname) + search, {
      method: request.method,
      headers,
      body: sent.length === 0 ? null : new Blob([sent]),
      redirect: "manual",
    });
    const answered = new Headers(response.headers);
    const location = answered.get("location");
    if (location) answered.set("location", this.#toNames(location));
    for (const name of ["content-encoding", "content-length", "transfer-encoding"]) answered.delete(name);
    const isMarkup = (answered.get("content-type") ?? "").includes("xml");
    const { status } = response;
    const bytes = await response.bytes();
    if (!isMarkup) return new Response(bytes.length > 0 ? bytes : null, { status, headers: answered });
    return new Response(this.#onlyMade(this.#toNames(new TextDecoder().decode(bytes))), { status, headers: answered });
  }

  async #make(request: Request, base: string, name: string, body: Uint8Array): Promise<Response> {
    const key = this.#free.shift();
    if (this.#keys.has(name) || key === undefined) return new Response(null, { status: 405 });
    this.#keys.set(name, key);
    const [, zone] = /<(?:[\w-]+:)?calendar-timezone>([\s\S]*)<\/(?:[\w-]+:)?calendar-timezone>/.exec(
      new TextDecoder().decode(body),
    ) ?? [null, null];
    if (zone) {
      const value = `<C:calendar-timezone xmlns:C="urn:ietf:params:xml:ns:caldav">${zone}</C:calendar-timezone>`;
      const patch = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${value}</D:prop></D:set></D:propertyupdate>`;
      const headers = { Authorization: request.headers.get("authorization") ?? "" };
      await fetch(`${this.target}${base}${key}/`, { method: "PROPPATCH", headers, body: patch });
    }
    return new Response(null, { status: 201 });
  }

  async #delete(request: Request, base: string, name: string): Promise<Response> {
    const key = this.#keys.get(name) ?? "";
    const headers = { Authorization: request.headers.get("authorization") ?? "" };
    const listed = await fetch(`${this.target}${base}${key}/`, {
      method: "PROPFIND",
      headers: { ...headers, Depth: "1" },
    });
    for (const [, href = ""] of (await listed.text()).matchAll(/<D:href>([^<]*\/[^</]+)<\/D:href>/g)) {
      await fetch(this.target + href, { method: "DELETE", headers });
    }
    this.#keys.delete(name);
    this.#free.push(key);
    return new Response(null, { status: 204 });
  }

  #asTasks(method: string, path: string): Response {
    if (method === "PUT") return new Response(null, { status: 201, headers: { ETag: '"task"' } });
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (method === "PROPFIND" || method === "REPORT") {
      const body = `<D:multistatus xmlns:D="DAV:"><D:response><D:href>${path}</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response></D:multistatus>`;
      return new Response(body, { status: 207, headers: { "Content-Type": "application/xml" } });
    }
    return new Response(null, { status: 404 });
  }

  #toKeys(text: string): string {
    return text.replace(/(\/dav\/[^/\s"<>]+\/cal\/)([^/"<>]+)/g, (whole, base: string, segment: string) => {
      const key = this.#keys.get(decoded(segment));
      return key === undefined ? whole : base + key;
    });
  }

  #toNames(text: string): string {
    const names = new Map([...this.#keys].map(([name, key]) => [key, name]));
    return text.replace(/(\/dav\/[^/\s"<>]+\/cal\/)([^/"<>]+)/g, (_, base: string, key: string) => {
      const name = names.get(decoded(key));
      return base + (name === undefined ? `unmade-${key}` : encodeURIComponent(name));
    });
  }

  /** Removes the calendars that nobody created from a listing. */
  #onlyMade(xml: string): string {
    return xml.replace(/<D:response><D:href>[^<]*\/cal\/unmade-[^<]*<\/D:href>[\s\S]*?<\/D:response>/g, "");
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
