import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { Household } from "../households/model.ts";
import { Member } from "./model.ts";
import { readDirectory } from "./store.ts";

const operation = operationsOf("Members");

export const members = new Elysia({ prefix: "/v1/households/me/members" }).use(context).get(
  "",
  ({ call }) => call.read(readDirectory),
  operation({
    id: "listMembers",
    summary: "The household and its members",
    description: "Members come in display order. They are managed in the app.",
    access: "any",
    answer: closed({ household: Household, members: Type.Array(Member) }),
  }),
);
