import { Elysia } from "elysia";
import { ApiError } from "#lib/errors.ts";
import { closed } from "#lib/wire.ts";
import { context, hidden } from "#platform/http/operation.ts";
import { chooseSubprotocol } from "#platform/http/sockets.ts";
import type { LiveChannel } from "./channel.ts";

/** Declaration of the route. OpenAPI leaves the route out, because it cannot describe a WebSocket. */
const socket = hidden("app", { id: "openSocket", query: closed({}), deviceFields: [], isSocket: true });

/** Opens sockets. Members send a cookie and `Origin`, devices a cookie or subprotocols `inglenook, device.<token>`. */
export function live(channel: LiveChannel) {
  return new Elysia().use(context).get(
    "/app/live",
    ({ call, request, server }) => {
      if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") throw notUpgraded();
      const headers = new Headers(call.cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
      const subprotocol = chooseSubprotocol(request);
      if (subprotocol !== null) headers.set("Sec-WebSocket-Protocol", subprotocol);
      const joined = channel.join(call.caller, call.watch());
      if (server?.upgrade(request, { headers, data: joined })) return new Response(null, { status: 101 });
      channel.leave(joined);
      throw notUpgraded();
    },
    socket,
  );
}

function notUpgraded(): ApiError {
  return new ApiError(426, "websocket_required", null, "Expected a WebSocket", { Upgrade: "websocket" });
}
