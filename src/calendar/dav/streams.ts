/** Sends long responses in parts. */

import { second } from "#lib/time.ts";
import type { Parts } from "#lib/xml/xml.ts";
import { respondText } from "#platform/http/response.ts";
import type { HeavyWorkPermit } from "../calendars/heavy-work.ts";

const longestAtOnce = 2 * 1_048_576;
const chunkLength = 256 * 1_024;
/**
 * Time in milliseconds after which a response is cancelled if the client reads nothing. While other requests wait for a
 * permit, the shorter `maxAwaitedStallMs` applies, and `maxAwaitedMs` limits the time of the whole response.
 */
const maxStallMs = 30 * second;
const maxAwaitedStallMs = 3 * second;
const maxAwaitedMs = 30 * second;
const watchMs = second / 2;

export type Stream = (parts: AsyncIterator<string>) => ReadableStream<Uint8Array>;

type SendOptions = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly isWhole: boolean;
  readonly stream: Stream;
};

export async function sendParts(
  request: Request,
  parts: Parts,
  { status, headers, isWhole, stream }: SendOptions,
): Promise<Response> {
  const rest = iteratorOf(parts);
  const begun: string[] = [];
  let length = 0;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    begun.push(next.value);
    length += next.value.length;
    if (length <= longestAtOnce || isWhole) continue;
    return new Response(stream(continued(begun, rest)), { status, headers });
  }
  return respondText(request, begun.join(""), { status, headers });
}

async function* continued(begun: string[], rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let part = begun.shift(); part !== undefined; part = begun.shift()) yield part;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* iteratorOf(parts: Parts): AsyncGenerator<string> {
  yield* parts;
}

/** Returns a stream of the parts of a response. The end of the stream releases the permit for heavy work. */
export function streamOf(
  parts: AsyncIterator<string>,
  permit: Pick<HeavyWorkPermit, "isAwaited" | "release">,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const begun = performance.now();
  let watch: ReturnType<typeof setInterval> | undefined;
  const end = async () => {
    clearInterval(watch);
    await parts.return?.();
    await permit.release();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearInterval(watch);
        try {
          const chunk: string[] = [];
          for (let length = 0; length < chunkLength; ) {
            const next = await parts.next();
            if (next.done) {
              if (chunk.length > 0) controller.enqueue(encoder.encode(chunk.join("")));
              controller.close();
              await end();
              return;
            }
            chunk.push(next.value);
            length += next.value.length;
          }
          controller.enqueue(encoder.encode(chunk.join("")));
          const since = performance.now();
          watch = setInterval(() => {
            const stalledMs = performance.now() - since;
            const isLong = permit.isAwaited && performance.now() - begun > maxAwaitedMs;
            if (stalledMs < maxStallMs && !isLong && !(permit.isAwaited && stalledMs >= maxAwaitedStallMs)) return;
            controller.error(new Error("The reader stands still"));
            void end();
          }, watchMs);
        } catch (error) {
          controller.error(error);
          await end();
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
