import type { ErrorSentences } from "../error-sentences.ts";
import { number, plural } from "../plural.ts";

/** Why the server refused something: as far as Today needs it. The others are in more-errors.ts. */
export const errors = {
  wait: (seconds: number) =>
    seconds < 90
      ? plural(seconds, {
          one: "Too many tries. Try again in a second.",
          other: "Too many tries. Try again in # seconds.",
        })
      : `Too many tries. Try again in ${number(Math.ceil(seconds / 60))} minutes.`,
  /** For a refusal that this version of the app does not know. `message` is the server's, in English. */
  unknown: (message: string) => message,
  undoTooLate: "You can take back only your own changes of the last 24 hours.",
  byCode: {
    adults_only: "Only adults can do this. Ask one of them.",
    not_yours: "This belongs to somebody else. Ask them to do it.",
    not_found: "It is not there any more. Somebody may have deleted it.",
    conflict: "Somebody was quicker. Look at how it is now.",
    in_progress: "It is being saved already. Wait a moment, then look again.",
    changed_since: "It was changed after that. Change it by hand instead.",
    already_undone: "This is taken back already.",
    not_undoable: "This kind of change can’t be taken back. Change it by hand instead.",
    unprocessable: "It does not fit together like this. Check it and try again.",
    internal: "Something went wrong on your server. Try again in a moment.",
    disk_full: "The disk of your server is full. Make room there first.",
    data_gone: "Your server can’t find its data folder. Look after the server first.",
  } satisfies ErrorSentences,
};
