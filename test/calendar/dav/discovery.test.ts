/** Requests of programs that search for calendars. */
import { describe, expect, test } from "bun:test";
import { davClient, event, propfindOf, responsesIn } from "../../support/calendar/dav.ts";
import { household } from "../../support/home/home.ts";

const phone = async () => davClient(await household());

const allprop = (include: string) =>
  `<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:allprop/><D:include>${include}</D:include></D:propfind>`;

describe("a PROPFIND", () => {
  test("A PROPFIND with allprop returns the properties in its include element, or 404 for unknown ones", async () => {
    const client = await phone();
    const find = async (include: string) => {
      const body = allprop(include);
      const { status, body: answer } = await client.send("PROPFIND", client.at("family"), {
        headers: { Depth: "0" },
        body,
      });
      expect(status).toBe(207);
      return answer;
    };
    const plain = await find("");
    expect(plain).not.toContain("max-resource-size");
    const more = await find("<C:max-resource-size/><D:displayname/><C:nonsense/>");
    const [{ props } = { props: {} }] = responsesIn(more);
    expect(props).toMatchObject({ "max-resource-size": "1048576", displayname: expect.any(String) });
    expect(more.match(/displayname/g)).toHaveLength(plain.match(/displayname/g)?.length ?? 0);
    expect(more).toMatch(/<C:nonsense\/>.*404 Not Found/s);
  });

  test("A PROPFIND with more than a hundred properties in its include element is refused", async () => {
    const client = await phone();
    const body = allprop(Array.from({ length: 101 }, (_, at) => `<C:p${at}/>`).join(""));
    const { status } = await client.send("PROPFIND", client.at("family"), { headers: { Depth: "0" }, body });
    expect(status).toBe(400);
  });

  test.each([
    ["/", "/"],
    ["/principals", "/principals/"],
    ["/principals/", "/principals/"],
    ["/dav", "/dav/"],
    ["/dav/", "/dav/"],
  ])("A PROPFIND of the path %s returns properties under the address %s", async (path, href) => {
    const client = await phone();
    const { status, body } = await client.propfind(
      path,
      "0",
      "<D:current-user-principal/><D:principal-collection-set/>",
    );
    expect(status).toBe(207);
    const found = responsesIn(body);
    expect(found.map((each) => each.href)).toEqual([href]);
    expect(body).toContain(`<D:href>/dav/${client.memberId}/</D:href>`);
    expect(body).toContain("<D:principal-collection-set><D:href>/dav/</D:href></D:principal-collection-set>");
  });
});

describe("the preference for short answers", () => {
  test.each([
    ["return=minimal", true],
    ['respond-async, return="minimal"', true],
    ["return=representation", false],
  ])(
    "The CalDAV response confirms the requested preference %s if the server applied the preference",
    async (preference, isApplied) => {
      const client = await phone();
      await client.put(client.at("family", "one.ics"), event("one"));
      const applied = isApplied ? "return=minimal" : null;
      const headers = { Depth: "1", Prefer: preference };
      const found = await client.send("PROPFIND", client.at("family"), {
        headers,
        body: propfindOf("<D:getetag/><D:x/>"),
      });
      expect([found.headers.get("preference-applied"), found.body.includes("404")]).toEqual([applied, !isApplied]);
      const body = `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><D:x/></D:prop><C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>`;
      const queried = await client.send("REPORT", client.at("family"), { headers, body });
      expect([queried.status, queried.headers.get("preference-applied")]).toEqual([207, applied]);
    },
  );

  test("A CalDAV response does not mention a preference for short answers that was not requested", async () => {
    const client = await phone();
    const { headers } = await client.propfind(client.at("family"), "0", "<D:x/>");
    expect(headers.get("preference-applied")).toBeNull();
    const brief = await client.send("PROPFIND", client.at("family"), {
      headers: { Depth: "0", Brief: "t" },
      body: propfindOf("<D:x/>"),
    });
    expect([brief.headers.get("preference-applied"), brief.body.includes("404")]).toEqual([null, false]);
  });
});
