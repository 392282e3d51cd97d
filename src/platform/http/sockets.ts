import { invalid } from "#lib/errors.ts";

const subprotocol = "inglenook";

/** Settings of WebSockets. Pings detect clients that disappeared, and keep proxies from closing the connection. */
export const socketLimits = {
  idleTimeout: 40,
  sendPings: true,
  maxPayloadLength: 256,
  backpressureLimit: 64 * 1024,
  closeOnBackpressureLimit: true,
  perMessageDeflate: false,
};

/** Chooses the subprotocol. Bun would choose the first one, which may be a token. @throws ApiError 400 */
export function chooseSubprotocol(request: Request): string | null {
  const offers = offersOf(request);
  if (offers.includes(subprotocol)) return subprotocol;
  if (offers.length > 0) throw invalid("Sec-WebSocket-Protocol", `must offer ${subprotocol}`);
  return null;
}

/** Returns a device's `Authorization`. A subprotocol holds the token: pages set no headers, and proxies log URLs. */
export function deviceAuthorization(request: Request): string | null {
  const offers = offersOf(request);
  const offer = offers.includes(subprotocol) ? offers.find((each) => each.startsWith("device.")) : undefined;
  return offer === undefined ? null : `Device ${offer.slice("device.".length)}`;
}

function offersOf(request: Request): string[] {
  const header = request.headers.get("sec-websocket-protocol") ?? "";
  return header
    .split(",")
    .map((offer) => offer.trim())
    .filter((offer) => offer !== "");
}
