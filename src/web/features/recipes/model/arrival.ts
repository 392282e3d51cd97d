/** Whether a write has arrived, for a sheet that wants to show at its fields what the server says of them. */
import { isConnected } from "../../../sync/connection.ts";
import type { Handle } from "../../../sync/outbox.ts";

/** What became of a write; `waits`: the server does not answer now, and gets it later. */
export type Arrival<Answer> =
  | { readonly kind: "arrived"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "waits" };

/** Settles as soon as the server has said something of a write, or it is known that it can't be asked. */
export function arrival<Answer>({ done }: Handle<Answer>): Promise<Arrival<Answer>> {
  return new Promise((resolve) => {
    const look = () => {
      if (isConnected.get()) return;
      stop();
      resolve({ kind: "waits" });
    };
    const stop = isConnected.watch(look);
    done
      .then(
        ({ answer }) => resolve({ kind: "arrived", answer }),
        (error) => resolve({ kind: "refused", error }),
      )
      .finally(stop);
    look();
  });
}
