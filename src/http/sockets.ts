/** WebSockets (RFC 6455): what every one of this server's is held to, and how a client that can't set headers says who it is. */

/** The subprotocol that clients ask for, where they ask for any. */
export const subprotocol = "inglenook";

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

/** True where the client asks to speak our subprotocol: then the answer has to name it. */
export function offersSubprotocol(request: Request): boolean {
  return offersOf(request).includes(subprotocol);
}

/**
 * The `Authorization` of a device that offers its token as `device.<token>` beside our subprotocol; null where none does. A
 * page can set no header of a socket but this one; an address would end up in the logs of proxies.
 */
export function deviceIn(request: Request): string | null {
  if (!offersSubprotocol(request)) return null;
  const offer = offersOf(request).find((each) => each.startsWith("device."));
  return offer === undefined ? null : `Device ${offer.slice("device.".length)}`;
}

function offersOf(request: Request): string[] {
  return (request.headers.get("sec-websocket-protocol") ?? "").split(",").map((offer) => offer.trim());
}
