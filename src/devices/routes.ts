import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { deviceCookie } from "../auth/cookies.ts";
import { addressBucket, TokenBuckets, tooManyRequests } from "../auth/rate-limit.ts";
import { generateToken } from "../auth/tokens.ts";
import { unprocessable } from "../errors.ts";
import { context, operation } from "../http/operation.ts";
import { closed, Deleted, Instant, nullable, recordFields, Text, Uuid } from "../wire.ts";
import { PairingDesk } from "./pairing.ts";
import { createDevice, listDevices, revokeDevice } from "./store.ts";

const pairingsPerMinute = 10;
const wrongCodesPerMinute = 5;

const Device = closed(
  { id: Uuid, name: Type.String({ examples: ["Kitchen tablet"] }), lastSeenAt: nullable(Instant), ...recordFields },
  { title: "Device" },
);
const Code = Type.String({ pattern: "^[0-9]{6}$", description: "Six digits", examples: ["042137"] });
const Token = Text(1, 100);
const Paired = closed({ paired: Type.Boolean(), deviceToken: Type.Optional(Type.String()) });

/** Wall tablets, paired by a code (contract section 3, App routes). */
export function devices() {
  const desk = new PairingDesk();
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
        return desk.begin(address, call.now);
      },
      operation({
        id: "beginPairing",
        tag: "Devices",
        summary: "Show a code on a tablet",
        description: "The tablet shows the code for ten minutes and asks with the token whether an adult confirmed it.",
        access: "visitor",
        answer: closed({ code: Code, pairingToken: Type.String(), expiresAt: Instant }),
        refusals: { 403: ["Origin does not match"] },
      }),
    )
    .get(
      "/pairing/:pairingToken",
      ({ call, params }) => {
        const isAnswered = call.request.method !== "HEAD"; // The token is told once, and HEAD would not hear it.
        const deviceToken = desk.poll(params.pairingToken, call.now, isAnswered);
        if (deviceToken === null) return { paired: false };
        call.setCookie(deviceCookie(deviceToken, call.isSecure));
        return { paired: true, deviceToken };
      },
      operation({
        id: "pollPairing",
        tag: "Devices",
        summary: "Has an adult confirmed the code?",
        description: "Answers the device's token once, and sets it as a cookie; then 404.",
        access: "visitor",
        params: closed({ pairingToken: Token }),
        answer: Paired,
        refusals: { 404: ["Pairing not found"] },
      }),
    )
    .post(
      "",
      ({ call, body }) => {
        const now = call.clock(); // Not the call's time: its body may have taken a minute.
        const tries = wrongCodes.peek(call.caller.id, now.getTime());
        if (!tries.allowed) throw tooManyRequests(tries);
        const pairing = desk.find(body.code, now);
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
        tag: "Devices",
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
        tag: "Devices",
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
        tag: "Devices",
        summary: "End a device from its next request on",
        access: "adult",
        params: closed({ id: Uuid }),
        writes: true,
        answer: Deleted,
        refusals: { 404: ["Device not found"] },
      }),
    );
}
