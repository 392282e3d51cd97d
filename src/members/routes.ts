import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { ColorKey, closed, nullable, oneOf, recordFields, Uuid } from "../schema.ts";
import { readDirectory, roles } from "./store.ts";

const Household = closed(
  {
    id: Uuid,
    name: Type.String(),
    timeZone: Type.String({ description: "IANA name", examples: ["Europe/Berlin"] }),
    weekStartsOn: Type.Integer({ minimum: 1, maximum: 7, description: "1 = Monday to 7 = Sunday" }),
  },
  { title: "Household" },
);

const Member = closed(
  {
    id: Uuid,
    name: Type.String(),
    role: oneOf(roles),
    color: ColorKey,
    avatar: nullable(Type.String({ description: "An emoji", examples: ["🦊"] })),
    ...recordFields,
  },
  { title: "Member" },
);

/** The member directory (interface §4, Members): read-only through the API. */
export const members = new Elysia({ prefix: "/v1/households/me/members" }).use(context).get(
  "",
  ({ call }) => call.read(readDirectory),
  operation({
    id: "listMembers",
    tag: "Members",
    summary: "The household and its members",
    description: "Members come in display order. They are managed in the app.",
    access: "any",
    answer: closed({ household: Household, members: Type.Array(Member) }),
  }),
);
