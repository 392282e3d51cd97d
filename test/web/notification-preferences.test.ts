/**
 * Changes of the notification settings: the chosen channels and members, and who is notified of an event. Tested
 * without a browser.
 */
import { describe, expect, test } from "bun:test";
import { channelsFor, reachOf, withChannel, withMember } from "#web/features/notifications/model/preferences.ts";
import { channelOf, settingsOf } from "../support/browser/homes/notices.ts";

const channels = [channelOf(1), channelOf(2), channelOf(3, { state: "unverified" })];
const [first, second, third] = channels.map(({ id }) => id) as [string, string, string];

describe("The channels of a kind of notice", () => {
  test("Deselecting a channel replaces “all channels” by the other ones, and selecting it again restores “all”", () => {
    expect(withChannel("all", channels, first, false)).toEqual([second, third]);
    expect(withChannel([second, third], channels, first, true)).toBe("all");
    expect(withChannel([first], channels, first, false)).toEqual([]);
  });

  test("The channels of a kind of notice do not include channels that are unconfirmed or turned off", () => {
    const off = channelOf(4, { state: "off" });
    expect(channelsFor(settingsOf({ channels: [...channels, off] }), "event").map(({ id }) => id)).toEqual([
      first,
      second,
    ]);
  });
});

test("An adult gets the notices of members who cannot be reached, unless the adult deselects such a member", () => {
  const settings = settingsOf({ unreachable: ["mia", "leo"] });
  expect(withMember(settings, "mia", false)).toEqual(["leo"]);
  const changed = settingsOf({ unreachable: ["mia", "leo"] });
  changed.preferences.alsoFor = ["leo"];
  expect(withMember(changed, "mia", true)).toBeNull();
});

describe("an event's reminder", () => {
  const settings = settingsOf({ unreachable: ["mia"] });
  const reach = (memberIds: string[], isGeneral = false, isKeeper = true) =>
    reachOf(settings, { memberIds, isGeneral }, "anna", isKeeper);

  test("An event's reminder reaches the event's members, or everybody if the event has no members", () => {
    expect(reach(["anna", "mia", "ben"])).toEqual({ isReader: true, for: ["mia"], others: ["ben"] });
    expect(reach(["mia"], false, false)).toEqual({ isReader: false, for: [], others: [] });
    expect(reach([])).toMatchObject({ isReader: true });
    expect(reach(["ben"], true)).toMatchObject({ isReader: true, others: ["ben"] });
  });

  test("A reminder for everybody does not reach members who turned reminders off", () => {
    const quiet = settingsOf();
    quiet.preferences.general = false;
    expect(reachOf(quiet, { memberIds: [], isGeneral: true }, "anna", true)).toMatchObject({ isReader: false });
  });
});
