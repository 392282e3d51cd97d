/** Sample calendar of a school and sample recipe, served at an address that test servers may read. */
export const schoolCalendar = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//School//EN",
  "BEGIN:VEVENT",
  "UID:parents-evening@school.example",
  "DTSTAMP:20261101T080000Z",
  "DTSTART;TZID=Europe/Berlin:20261203T190000",
  "DTEND;TZID=Europe/Berlin:20261203T203000",
  "SUMMARY:Parents' evening",
  "X-SCHOOL-ROOM:12",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:holidays@school.example",
  "DTSTAMP:20261101T080000Z",
  "DTSTART;VALUE=DATE:20261221",
  "DTEND;VALUE=DATE:20270104",
  "SUMMARY:Christmas holidays",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

/**
 * Origin of the sample calendar. If a binary is tested, its settings must contain the origin, so the calendar is served
 * by another process, which names it in `TEST_CALENDAR_ORIGIN`.
 */
export const sampleOrigin = process.env.TEST_CALENDAR_ORIGIN ?? serveCalendar();

/** Serves the calendar, a CalDAV account and a Google account. Each account has one empty calendar. */
function serveCalendar(): string {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  server.unref();
  return `http://127.0.0.1:${server.port}`;
}

function answer({ method, url, headers }: Request): Response {
  const { pathname } = new URL(url);
  if (method === "PROPFIND") {
    const isListing = headers.get("depth") === "1";
    return new Response(multistatus(isListing ? [home, collection] : [pathname === "/dav/home/" ? collection : home]), {
      status: 207,
      headers: { "Content-Type": "application/xml" },
    });
  }
  if (pathname === "/recipe") return new Response(recipePage, { headers: { "Content-Type": "text/html" } });
  if (pathname === "/token") return Response.json(grant);
  if (pathname.endsWith("/calendarList")) {
    return Response.json({ items: [{ id: "anna@home.example", summary: "Anna", accessRole: "owner", primary: true }] });
  }
  if (pathname.startsWith("/calendar/v3/")) return Response.json({ items: [], nextSyncToken: "1" });
  return new Response(schoolCalendar, { headers: { "Content-Type": "text/calendar" } });
}

const recipe = {
  "@type": "Recipe",
  name: "Lentil soup",
  recipeIngredient: ["250 g lentils", "1 l stock"],
  recipeInstructions: ["Simmer the lentils in the stock."],
};
const recipePage = `<html><script type="application/ld+json">${JSON.stringify(recipe)}</script></html>`;

const scope = ["events", "calendarlist.readonly"].map((each) => `https://www.googleapis.com/auth/calendar.${each}`);
const grant = { access_token: "sample", refresh_token: "sample-refresh", expires_in: 3_600, scope: scope.join(" ") };

const home = responseAt(
  "/dav/",
  "<D:resourcetype><D:collection/></D:resourcetype>" +
    "<D:current-user-principal><D:href>/dav/</D:href></D:current-user-principal>" +
    "<C:calendar-home-set><D:href>/dav/</D:href></C:calendar-home-set>",
);
const collection = responseAt(
  "/dav/home/",
  "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>Home</D:displayname>",
);

function responseAt(href: string, properties: string): string {
  const stat = `<D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>`;
  return `<D:response><D:href>${href}</D:href>${stat}</D:response>`;
}

function multistatus(responses: readonly string[]): string {
  const names = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
  return `<?xml version="1.0"?><D:multistatus ${names}>${responses.join("")}</D:multistatus>`;
}
