/** A household on which a program's requests are played, and the grammar that each answer must have. */
import { expect } from "bun:test";
import { hrefOf, placeOf } from "#calendar/dav/paths.ts";
import { nameOf, parseXml, type XmlElement } from "#lib/xml/xml.ts";
import { type Dav, type DavAnswer, davClient, event, responsesIn, tokenIn } from "../../../support/calendar/dav.ts";
import { household } from "../../../support/home/home.ts";
import { type Node, type Step, type Style, writeRequest } from "./requests.ts";

export type Program = {
  readonly name: string;
  readonly style: Style;
  readonly headers: Readonly<Record<string, string>>;
};

const dav = "DAV:";
const series = ["DTSTART;TZID=Europe/Berlin:20261201T160000", "DTEND;TZID=Europe/Berlin:20261201T164500"];

export class Stage {
  #token = "";
  readonly #tags = new Map<string, string>();

  private constructor(
    readonly phone: Dav,
    readonly benId: string,
    readonly appEventId: string,
    readonly program: Program,
  ) {}

  /** Anna's family has a dentist, a series and an event of the app; Ben's calendar has an event of the app. */
  static async set(program: Program, access: "read" | "write"): Promise<Stage> {
    const home = await household();
    const writer = davClient(home);
    await writer.put(writer.at("family", "dentist.ics"), event("dentist@other"));
    await writer.put(writer.at("family", "piano.ics"), event("piano@other", ...series, "RRULE:FREQ=WEEKLY;COUNT=6"));
    const times = { startsAt: "2026-12-03T16:00:00+01:00", endsAt: "2026-12-03T17:00:00+01:00" };
    const { body: made } = await home.post("/v1/events", { title: "In the app", ...times });
    await home.post("/v1/events", { title: "Ben's", ...times, memberIds: [home.members.ben.id] });
    const phone = access === "write" ? writer : davClient(home, undefined, { access, name: "Reader" });
    const stage = new Stage(phone, home.members.ben.id, made.id, program);
    for (const [name, tag] of Object.entries(await phone.list("family"))) {
      stage.#tags.set(phone.at("family", name), tag);
    }
    return stage;
  }

  /**
   * The path of a place: `wellKnown`, `root`, `/`, `principals`, `principal`, `home`, `family`, `ben`, `family/name`.
   */
  pathOf(at: string): string {
    const { phone } = this;
    const [place = "", ...names] = at.split("/");
    const fixed: Record<string, string> = {
      wellKnown: "/.well-known/caldav",
      top: "/",
      principals: "/principals/",
      root: "/dav/",
      principal: phone.homePath.replace(/cal\/$/, ""),
      home: phone.homePath,
    };
    const known = fixed[place];
    if (known !== undefined) return known;
    const key = place === "ben" ? this.benId : place;
    const name = names.join("/").replace("app.ics", `${this.appEventId}.ics`);
    return names.length === 0 ? phone.at(key) : phone.at(key, name);
  }

  /** Plays one request and checks its answer. */
  async play(step: Step): Promise<void> {
    const path = this.pathOf(step.at);
    const headers = Object.fromEntries(
      Object.entries({ ...this.program.headers, ...step.headers }).map(([name, value]) => [
        name,
        this.#filled(value, path),
      ]),
    );
    const body =
      step.body === null
        ? undefined
        : typeof step.body === "string"
          ? step.body
          : writeRequest(this.#filledNode(step.body), this.program.style);
    const answer = await this.phone.send(step.method, path, { headers, ...(body === undefined ? {} : { body }) });
    const about = `${step.method} ${step.at}: ${answer.body.slice(0, 300)}`;
    expect([answer.status, about]).toEqual([step.status, about]);
    this.#check(step, path, headers, answer);
  }

  #filled(value: string, path: string): string {
    if (value === "→") return this.#tags.get(path) ?? "";
    return value.startsWith("→") ? `http://localhost${this.pathOf(value.slice(1))}` : value;
  }

  #filledNode(node: Node): Node {
    const children = node.children?.map((each) =>
      typeof each === "string" ? this.#filledText(each) : this.#filledNode(each),
    );
    return { ...node, ...(children ? { children } : {}) };
  }

  #filledText(text: string): string {
    if (text === "→first") return "";
    if (text === "→next") return this.#token;
    return text.startsWith("→") ? this.pathOf(text.slice(1)) : text;
  }

  #check(step: Step, path: string, headers: Record<string, string>, answer: DavAnswer): void {
    const { more, method } = step;
    if (method === "OPTIONS" || answer.status === 207) expect(answer.headers.get("dav")).toBe("1, 3, calendar-access");
    for (const text of more.has ?? []) expect(answer.body).toContain(text);
    for (const text of more.hasNot ?? []) expect(answer.body).not.toContain(text);
    const tag = answer.headers.get("etag");
    if (tag !== null) {
      expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
      this.#tags.set(path, tag);
    }
    if (answer.status === 207) {
      const isMinimal = headers.Prefer === "return=minimal" || headers.Brief === "t";
      this.#checkMultistatus(step, path, answer, isMinimal);
    } else if (method === "OPTIONS") {
      expect(answer.headers.get("allow")).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
      expect(answer.body).toBe("");
    } else if (answer.status === 201 || answer.status === 204) {
      expect(answer.body).toBe("");
      if (method === "PUT") expect(tag).not.toBeNull();
    } else if (answer.status === 401) {
      expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm="[^"]+", charset="UTF-8"$/);
    } else if (answer.status >= 400 && answer.body !== "" && path.startsWith("/dav")) {
      const [condition, ...others] = rootOf(answer, "error").children;
      expect([condition?.local, others.length]).toEqual([more.error ?? condition?.local, 0]);
    }
    if (more.error) expect(answer.body).toContain(more.error);
  }

  #checkMultistatus(step: Step, path: string, answer: DavAnswer, isMinimal: boolean): void {
    const root = rootOf(answer, "multistatus");
    const responses = root.children.filter(({ local }) => local === "response");
    const tokens = root.children.filter(({ local }) => local === "sync-token");
    const isSync = typeof step.body !== "string" && step.body?.name === "d:sync-collection";
    expect([responses.length + tokens.length, tokens.length]).toEqual([root.children.length, isSync ? 1 : 0]);
    if (isSync) this.#token = tokenIn(answer.body);
    if (isSync) expect(new URL(this.#token).protocol).toMatch(/^\w+:$/);
    for (const each of responses) checkResponse(each, step, isMinimal);
    const known = responsesIn(answer.body);
    const hrefs = known.map(({ href }) => href);
    expect(new Set(hrefs).size).toBe(hrefs.length);
    const listed = known.filter(({ status }) => status === null);
    const gone = known.filter(({ status }) => status === 404).map(({ href }) => href);
    const own = step.headers.Depth === "0" && step.method === "PROPFIND" ? [path] : [];
    for (const place of [...own, ...(step.more.lists ?? []).map((each) => this.pathOf(each))]) {
      const response = listed.find(({ href }) => href === canonical(place));
      expect([place, response !== undefined]).toEqual([place, true]);
      const missing = step.found.filter((name) => response?.elements[name] === undefined);
      expect([place, missing]).toEqual([place, []]);
    }
    for (const { href, props } of known) if (props.getetag !== undefined) this.#tags.set(href, props.getetag);
    for (const place of step.more.leavesOut ?? []) expect(hrefs).not.toContain(this.pathOf(place));
    if (step.more.gone) expect(gone.sort()).toEqual(step.more.gone.map((each) => this.pathOf(each)).sort());
  }
}

/** RFC 4918 §14.24: an href, and either a status or propstats. */
function checkResponse(response: XmlElement, step: Step, isMinimal: boolean): void {
  const [href, ...rest] = response.children;
  expect(href?.local).toBe("href");
  expect(href?.text).toBe(canonical(href?.text ?? ""));
  const stats = rest.filter(({ local }) => local === "propstat");
  const statuses = rest.filter(({ local }) => local === "status");
  expect(stats.length > 0 ? statuses.length : 2 - statuses.length).toBe(stats.length > 0 ? 0 : 1);
  for (const each of statuses) expect(each.text).toMatch(/^HTTP\/1\.1 \d{3} [A-Za-z ]+$/);
  const seen: string[] = [];
  const statusesOfStats: string[] = [];
  for (const stat of stats) {
    const [prop, status] = stat.children;
    expect([prop?.local, status?.local]).toEqual(["prop", "status"]);
    expect(status?.text).toMatch(/^HTTP\/1\.1 \d{3} [A-Za-z ]+$/);
    statusesOfStats.push(status?.text ?? "");
    for (const each of prop?.children ?? []) {
      seen.push(nameOf(each));
      if (status?.text.includes(" 200 ") && step.method !== "PROPPATCH") checkValue(each);
    }
  }
  expect(new Set(statusesOfStats).size).toBe(statusesOfStats.length);
  if (stats.length === 0) return;
  if (isMinimal) expect(seen.filter((name) => !step.asked.includes(name))).toEqual([]);
  else expect(seen.sort()).toEqual([...step.asked].sort());
}

const hrefOnly = new Set([
  ...["current-user-principal", "principal-URL", "owner", "principal-collection-set"],
  ...["calendar-home-set", "calendar-user-address-set"],
]);

const values: Readonly<Record<string, RegExp>> = {
  getetag: /^"[\x21\x23-\x7e]+"$/,
  getcontentlength: /^\d+$/,
  getcontenttype: /^text\/calendar;/,
  getlastmodified: /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  "calendar-color": /^#[0-9A-F]{8}$/,
  "calendar-order": /^\d+$/,
  "sync-token": /^\w+:\S+$/,
  getctag: /^\S+$/,
  "max-resource-size": /^\d+$/,
  "calendar-timezone": /^BEGIN:VCALENDAR[\s\S]*END:VTIMEZONE\s+END:VCALENDAR\s*$/,
  "calendar-data": /^BEGIN:VCALENDAR[\s\S]*END:VCALENDAR\s*$/,
};

const parts: Readonly<Record<string, readonly string[]>> = {
  "current-user-privilege-set": ["privilege"],
  "supported-report-set": ["supported-report"],
  "supported-calendar-component-set": ["comp"],
  "supported-calendar-data": ["calendar-data"],
  "supported-collation-set": ["supported-collation"],
  "schedule-calendar-transp": ["opaque", "transparent"],
  resourcetype: ["collection", "principal", "calendar"],
};

function checkValue(element: XmlElement): void {
  const { local, text, children } = element;
  if (hrefOnly.has(local)) {
    expect([local, children.map((each) => each.local)]).toEqual([local, ["href"]]);
    expect(children[0]?.text).toBe(canonical(children[0]?.text ?? ""));
  }
  const value = values[local];
  if (value) expect(text).toMatch(value);
  const allowed = parts[local];
  if (allowed) expect(children.map((each) => each.local).filter((each) => !allowed.includes(each))).toEqual([]);
}

/** The one spelling of a path. */
function canonical(path: string): string {
  const place = placeOf(path);
  return place ? hrefOf(place) : path;
}

function rootOf(answer: DavAnswer, local: string): XmlElement {
  expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const root = parseXml(new TextEncoder().encode(answer.body));
  expect(nameOf(root)).toBe(nameOf({ uri: dav, local }));
  return root;
}
