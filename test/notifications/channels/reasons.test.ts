import { expect, test } from "bun:test";
import { reasons, translateReason, unexpectedStatus } from "#notifications/channels/reasons.ts";
import { household } from "../../support/home/home.ts";
import { addChannel } from "../../support/reminders/notices.ts";

test("Every reason why a channel failed has a German text, and an unknown reason stays unchanged", () => {
  for (const reason of Object.values(reasons)) {
    expect(translateReason(reason, "en")).toBe(reason);
    expect(translateReason(reason, "de")).not.toBe(reason);
  }
  expect(translateReason(unexpectedStatus(503), "de")).toBe("der Dienst hat mit 503 geantwortet");
  expect(translateReason("disk on fire", "de")).toBe("disk on fire");
});

test("A member sees the reason for a failure of a channel in the member's own language", async () => {
  const home = await household();
  const anna = home.as(home.members.anna);
  const id = addChannel(home, { config: JSON.stringify({ server: "https://ntfy.sh", topic: "t", token: null }) });
  const reasonIn = async (language: string) => {
    await anna.patch("/app/notifications", { language });
    const { channels } = (await anna.get("/app/notifications")).body;
    return channels[0].reason;
  };
  await anna.patch(`/app/notifications/channels/${id}`, { isOn: false });
  expect(await reasonIn("en")).toBe("turned off in Inglenook");
  expect(await reasonIn("de")).toBe("in Inglenook ausgeschaltet");
  const tested = await anna.post(`/app/notifications/channels/${id}/code`, undefined);
  expect(tested.body).toEqual({ outcome: "refused", reason: "die Adresse ist schon bestätigt" });
});
