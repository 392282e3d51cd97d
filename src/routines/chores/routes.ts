import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed } from "#lib/wire.ts";
import { context, operation } from "#platform/http/operation.ts";
import { Chore, StarBalance } from "./model.ts";
import { listChores } from "./store.ts";

export const chores = new Elysia({ prefix: "/v1/chores" }).use(context).get(
  "",
  ({ call }) => call.read(listChores),
  operation({
    id: "listChores",
    tag: "Chores",
    summary: "List chores and today's duties",
    description:
      "Oldest first. `today` uses the household's date. `starBalances` has every member in display order, with all-time stars, " +
      "including those from deleted chores.",
    access: "chores.read",
    answer: closed({ chores: Type.Array(Chore), starBalances: Type.Array(StarBalance) }),
  }),
);
