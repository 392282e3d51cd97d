import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, Instant, nullable, oneOf, recordFields, Text, Uuid } from "#lib/wire.ts";
import { keyStatuses } from "#platform/auth/plan.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "./store.ts";

const operation = operationsOf("API keys");
const ApiKey = closed(
  {
    id: Uuid,
    name: Type.String(),
    prefix: Type.String({ description: "The first 8 characters after `fam_live_`", examples: ["Zq3v0aXb"] }),
    scopes: Type.Array(oneOf(scopes)),
    expiresAt: nullable(Instant),
    status: oneOf(keyStatuses),
    ...recordFields,
    lastUsedAt: nullable(Instant),
    lastAgentName: nullable(Type.String()),
  },
  { title: "ApiKey" },
);
const NewApiKey = closed(
  { ...ApiKey.properties, key: Type.String({ description: "Shown only once", examples: ["fam_live_…"] }) },
  { title: "NewApiKey" },
);

/** Routes for managing API keys. They require a signed-in adult, so that an API key cannot create another one. */
export const apiKeys = new Elysia({ prefix: "/v1/api-keys" })
  .use(context)
  .get(
    "",
    ({ call }) => call.read((work) => ({ apiKeys: listApiKeys(work) })),
    operation({
      id: "listApiKeys",
      summary: "List all keys, including revoked ones",
      access: "adult",
      isVolatile: true,
      answer: closed({ apiKeys: Type.Array(ApiKey) }),
    }),
  )
  .post(
    "",
    ({ call, body }) =>
      call.write((work) => createApiKey(work, { ...body, expiresAt: body.expiresAt ?? null, memberId: work.memberId })),
    operation({
      id: "createApiKey",
      summary: "Create a key",
      description: "Only this response contains the key itself. The key belongs to the member who creates it.",
      access: "adult",
      body: closed({
        name: Text(1, 100),
        scopes: Type.Array(oneOf(scopes), { minItems: 1, maxItems: scopes.length, uniqueItems: true }),
        expiresAt: Type.Optional(nullable(Instant)),
      }),
      answer: NewApiKey,
      example: { name: "Shopping agent", scopes: ["lists.read", "lists.write"], expiresAt: null },
      refusals: {
        403: ["upgrade_required"],
        422: ["expiresAt: must lie in the future", "A household may have 25 API keys at most; revoke one first"],
      },
    }),
  )
  .delete(
    "/:id",
    ({ call, params }) => call.write((work) => revokeApiKey(work, params.id)),
    operation({
      id: "revokeApiKey",
      summary: "Revoke a key",
      description: "The record stays. Revoking a key twice changes nothing.",
      access: "adult",
      params: closed({ id: Uuid }),
      writes: true,
      answer: Deleted,
      refusals: { 404: ["API key not found"] },
    }),
  );
