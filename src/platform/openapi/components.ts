import { errorCodes } from "#lib/errors.ts";
import { type Json, reference } from "./schemas.ts";

export const sharedParameters: Json = {
  AgentName: {
    name: "X-Agent-Name",
    in: "header",
    description: "The agent's name in the activity feed: 1 to 60 printable characters, or RFC 8187's `UTF-8''…`.",
    schema: { type: "string" },
    example: "Shopping agent",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "For 24 hours the same key with the same body returns the first result, with `Idempotency-Replayed: true`. Another " +
      "body is refused with 422, and one that is still running with 409.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "8e03978e-40d5-43e8-bc93-6894a57f9324",
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of an earlier answer. Returns 304 while it is current. `*` means any state.",
    schema: { type: "string" },
    example: '"2x5v0c1k9d"',
  },
};

export const sharedHeaders: Json = {
  ErrorCode: {
    description: "What is wrong, as a word that never changes",
    schema: { type: "string", enum: [...new Set(Object.values(errorCodes).flat())] },
    example: "not_found",
  },
  ErrorField: {
    description:
      "The path of the field at fault, percent-encoded beyond visible ASCII and at most 120 characters; absent unless a " +
      "single field is at fault",
    schema: { type: "string", maxLength: 120 },
    example: "meals[1].recipeId",
  },
};

export const etagHeader = {
  description: "Identifies this version of the answer",
  schema: { type: "string" },
  example: '"2x5v0c1k9d"',
};
export const rateHeaders = {
  "RateLimit-Policy": {
    description: "Requests a minute (draft-ietf-httpapi-ratelimit-headers-10)",
    schema: { type: "string" },
    example: '"default";q=300;w=60',
  },
  RateLimit: {
    description: "Requests left, and seconds until all of them are back",
    schema: { type: "string" },
    example: '"default";r=59;t=1',
  },
};
export const activityHeader = {
  description: "The id of this change's activity entry. Absent if nothing changed.",
  schema: { type: "string", format: "uuid" },
  example: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42",
};
export const replayedHeader = {
  description: "`true` if this repeats the first answer",
  schema: { type: "string", enum: ["true"] },
  example: "true",
};
const challengeHeader = { description: "RFC 9110 §11.6.1", schema: { type: "string" }, example: "Bearer" };
const retryHeader = {
  description: "Seconds until one more request is allowed",
  schema: { type: "integer" },
  example: 1,
};

export const errorHeaders: Json = {
  "X-Error-Code": reference("headers", "ErrorCode"),
  "X-Error-Field": reference("headers", "ErrorField"),
};

export const refusalHeaders: Readonly<Record<string, Json>> = {
  401: { "WWW-Authenticate": challengeHeader },
  429: { "Retry-After": retryHeader },
};

export const securitySchemes = {
  apiKey: { type: "http" as const, scheme: "bearer", description: "An API key, `fam_live_…`, made in the app." },
  cookie: {
    type: "apiKey" as const,
    in: "cookie" as const,
    name: "inglenook_session",
    description: "The cookie of a sign-in, named `__Host-inglenook_session` over HTTPS.",
  },
  device: {
    type: "apiKey" as const,
    in: "cookie" as const,
    name: "inglenook_device",
    description: "The cookie of a paired tablet, or its token as `Authorization: Device …`.",
  },
};
