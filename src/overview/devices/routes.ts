import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { unprocessable } from "#lib/errors.ts";
import { closed, Deleted, Instant, nullable, recordFields, Text, Uuid } from "#lib/wire.ts";
import { deviceCookie } from "#platform/auth/cookies.ts";
import { addressBucket, TokenBuckets, tooManyRequests } from "#platform/auth/rate-limit.ts";
import { generateToken } from "#platform/auth/tokens.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { PairingRegistry } from "./pairing.ts";
import { createDevice, listDevices, revokeDevice } from "./store.ts";

const operation = operationsOf("Devices");
const pairingsPerMinute = 10;
const wrongCodesPerMinute = 5;

const Device = closed(
  { id: Uuid, name: Type.String({ examples: ["Kitchen tablet"] }), lastSeenAt: nullable(Instant), ...recordFields },
  { title: "Device" },
);
const Code = Type.String({ pattern: "^[0-9]{6}$", description: "Six digits", examples: ["042137"] });
const Token = Text(1, 100);
const Paired = closed({ paired: Type.Boolean(), deviceToken: Type.Optional(Type.String()) });

export function devices() {
  const pairings = new PairingRegistry();
  const begun = new TokenBuckets(pairingsPerMinute, pairingsPerMinute);
  const wrongCodes = new TokenBuckets(wrongCodesPerMinute, wrongCodesPerMinute);
  return new Elysia({ prefix: "/app/devices" })
    .use(context)
    .post(
      "/pairing",
      ({ call }) => {
        const address = addressBucket(call.address);
        const allowance = begun.take(address, call.now.getTime());
        if (!allowance.allowed) throw tooManyRequests(allowance);
        return pairings.begin(address, call.now);
      },
      operation({
        id: "beginPairing",
        summary: "Show a code on a tablet",
        description: "The tablet shows the code for ten minutes and polls with the token until an adult confirms it.",
        access: "visitor",
        answer: closed({ code: Code, pairingToken: Type.String(), expiresAt: Instant }),
        refusals: { 403: ["Origin does not match"] },
      }),
    )
    .get(
      "/pairing/:pairingToken",
      ({ call, params }) => {
        const deviceToken = pairings.poll(params.pairingToken, call.now, call.sendsBody);
        if (deviceToken === null) return { paired: false };
        call.setCookie(deviceCookie(deviceToken, call.isSecure));
        return { paired: true, deviceToken };
      },
      operation({
        id: "pollPairing",
        summary: "Has an adult confirmed the code?",
        description: "Returns the device's token once and sets it as a cookie; after that 404.",
        access: "visitor",
        params: closed({ pairingToken: Token }),
        answer: Paired,
        refusals: { 404: ["Pairing not found"] },
      }),
    )
    .post(
      "",
      ({ call, body }) => {
        const now = call.clock(); // Later than the call: the body may have taken a minute.
        const tries = wrongCodes.peek(call.caller.id, now.getTime());
        if (!tries.allowed) throw tooManyRequests(tries);
        const pairing = pairings.find(body.code, now);
        if (!pairing) {
          wrongCodes.take(call.caller.id, now.getTime());
          throw unprocessable("code", "no tablet shows this code");
        }
        const token = generateToken();
        const device = call.write((work) => createDevice(work, body.name, token));
        pairing.deviceToken = token;
        return device;
      },
      operation({
        id: "confirmPairing",
        summary: "Confirm the code that a tablet shows",
        access: "adult",
        body: closed({ code: Code, name: Text(1, 60) }),
        answer: Device,
        example: { code: "042137", name: "Kitchen tablet" },
        refusals: { 422: ["code: no tablet shows this code"] },
      }),
    )
    .get(
      "",
      ({ call }) => call.read((work) => ({ devices: listDevices(work) })),
      operation({
        id: "listDevices",
        summary: "List the paired devices",
        access: "adult",
        isVolatile: true,
        answer: closed({ devices: Type.Array(Device) }),
      }),
    )
    .delete(
      "/:id",
      ({ call, params }) => call.write((work) => revokeDevice(work, params.id)),
      operation({
        id: "revokeDevice",
        summary: "Revoke a device",
        access: "adult",
        params: closed({ id: Uuid }),
        writes: true,
        answer: Deleted,
        refusals: { 404: ["Device not found"] },
      }),
    );
}
