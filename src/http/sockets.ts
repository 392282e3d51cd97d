/** WebSockets (RFC 6455): what every one of this server's is held to, and how a client that can't set headers says who it is. */

import { invalid } from "../errors.ts";

const subprotocol = "inglenook";

/**
 * A client sends next to nothing. One that is gone without a word is noticed within `idleTimeout` seconds: it is pinged some
 * seconds before, often enough for the proxies that cut what is quiet for a minute. One that does not read is cut off.
 */
export const socketLimits = {
  idleTimeout: 40,
  sendPings: true,
  maxPayloadLength: 256,
  backpressureLimit: 64 * 1024,
  closeOnBackpressureLimit: true,
  perMessageDeflate: false,
};

/**
 * The subprotocol that the answer has to name; null where the client offers none. Bun would name the first one offered, were it
 * left to it, and say a token back.
 * @throws ApiError 400 where others are offered without ours.
 */
export function chooseSubprotocol(request: Request): string | null {
  const offers = offersOf(request);
  if (offers.includes(subprotocol)) return subprotocol;
  if (offers.length > 0) throw invalid(`Sec-WebSocket-Protocol: must offer ${subprotocol}`);
  return null;
}

/**
 * The `Authorization` of a device that offers its token as `device.<token>` beside our subprotocol; null where none does. A
 * page can set no header of a socket but this one; an address would end up in the logs of proxies.
 */
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
