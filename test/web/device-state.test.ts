/** Obstacles that prevent a browser from receiving notifications, each of which the settings name. */
import { expect, test } from "bun:test";
import { deviceStateOf } from "#web/features/notifications/model/push.ts";

const able = {
  ...{ isSecure: true, hasPush: true, isAppleMobile: false, isInstalled: false, isApple: false },
  ...{ permission: "granted" as const, isSubscribed: true, allowsApple: true },
} as const;

test.each([
  ["on", {}],
  ["off", { isSubscribed: false }],
  ["off", { permission: "default" }],
  ["blocked", { permission: "denied" }],
  ["unsupported", { hasPush: false }],
  ["insecure", { isSecure: false, hasPush: false }],
  ["uninstalled", { isAppleMobile: true, isApple: true, hasPush: false }],
  ["off", { isAppleMobile: true, isApple: true, isInstalled: true, isSubscribed: false }],
  ["needsContact", { isApple: true, allowsApple: false, isSubscribed: false }],
  ["on", { isApple: true, allowsApple: false }],
] as const)("The state of notifications is “%s” in a browser that is ready for them except for %j", (state, facts) => {
  expect(deviceStateOf({ ...able, ...facts })).toBe(state);
});
