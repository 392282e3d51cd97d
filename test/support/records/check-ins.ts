/** Test household with a guest, and functions that add and answer check-ins. */
import { type Home, household, type Server } from "../home/home.ts";

/** Schedule of a check-in: every day, twice. The times are deliberately not in order. */
export const evenings = {
  daysOfWeek: [7, 6, 5, 4, 3, 2, 1],
  times: [{ time: "19:00", label: "After supper" }, { time: "07:30" }],
};

/** Returns the body of a request for a daily check-in. `more` replaces fields. */
export function checkInBody(assigneeIds: string[], more: object = {}) {
  return { presetKey: "happiness", question: "Ignored", assigneeIds, ...evenings, ...more };
}

/**
 * Creates a household. `add` creates a check-in, by default for Mia and Anna, and returns it. `answer` answers one, by
 * default as Anna.
 */
export async function homeWithCheckIns(options: { server?: Server } = {}) {
  const home = await household(options);
  const { mia, anna, ben } = home.members;
  const gus = home.add("Gus", "guest");
  const [asMia, asAnna, asBen, asGus] = [home.as(mia), home.as(anna), home.as(ben), home.as(gus)];
  const add = async (more: object = {}) =>
    (await asAnna.post("/v1/check-ins", checkInBody([mia.id, anna.id], more))).body;
  /** Answers an entry of a check-in's `today`: by default the first, for Mia. `more` replaces fields of the request. */
  const answer = (checkIn: { id: string; today: any[] }, more: object = {}, as: Pick<Home, "post"> = asAnna) =>
    as.post(`/app/check-ins/${checkIn.id}/answers`, {
      date: checkIn.today[0]?.date ?? "2026-11-27",
      time: "07:30",
      memberId: mia.id,
      faceIndex: 1,
      ...more,
    });
  /** Returns `today` of the only check-in, as the given member reads it. */
  const today = async (as: Pick<Home, "get"> = asAnna) => (await as.get("/v1/check-ins")).body.checkIns[0]?.today;
  const history = async (query = "", as: Pick<Home, "get"> = asAnna) =>
    (await as.get(`/app/check-ins/history${query}`)).body;
  return { ...home, mia, anna, ben, gus, asMia, asAnna, asBen, asGus, add, answer, today, history };
}

/** Pairs a tablet. Returns functions that send requests from the tablet for a member. */
export async function tablet(home: Pick<Home, "call" | "as" | "members" | "get">) {
  const { body: pairing } = await home.call("POST", "/app/devices/pairing", { key: null });
  await home.as(home.members.anna).post("/app/devices", { code: pairing.code, name: "Tablet" });
  const { body: paired } = await home.get(`/app/devices/pairing/${pairing.pairingToken}`, { key: null });
  const Authorization = `Device ${paired.deviceToken}`;
  return {
    token: paired.deviceToken as string,
    get: (path: string) => home.call("GET", path, { headers: { Authorization } }),
    /** Returns functions that send requests for the given member. */
    for: ({ id }: { id: string }) => {
      const headers = { Authorization, "X-Acting-Member": id };
      const call: Home["call"] = (method, path, request = {}) =>
        home.call(method, path, { ...request, headers: { ...headers, ...request.headers } });
      const post = (path: string, body: unknown, request: { headers?: Record<string, string> } = {}) =>
        call("POST", path, { ...request, body });
      return { headers, call, post };
    },
  };
}
