import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { context, operation } from "../http/operation.ts";
import { closed } from "../wire.ts";

const Reach = closed({
  addresses: Type.Array(Type.String(), { description: "Origins, best first; empty if none is known" }),
  isOnlyHere: Type.Boolean({ description: "Only the machine itself can connect; a proxy there may forward" }),
});

export function serverPage({ runtime }: Deps) {
  return new Elysia({ prefix: "/app/server" }).use(context).get(
    "/addresses",
    () => {
      const { addresses, isOnlyHere } = runtime.reach();
      return { addresses: [...addresses], isOnlyHere };
    },
    operation({
      id: "listServerAddresses",
      tag: "Server",
      summary: "List the addresses at which phones and tablets open the app",
      description: "With `BASE_URL` its addresses, otherwise those of the machine's network.",
      access: "adult",
      answer: Reach,
      isVolatile: true,
    }),
  );
}
