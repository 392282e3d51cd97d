/**
 * Responses with a picture, and writes that change the picture of a record: the file is stored before the commit, and
 * the old one put aside after it.
 */
import { requireFiles } from "../db/client.ts";
import type { Deps } from "../deps.ts";
import {
  copyForRecord,
  keepReplacedPicture,
  type PictureChange,
  type PictureCopy,
  replacePicture,
} from "../images/files.ts";
import type { Work } from "../work.ts";
import type { RequestContext } from "./request-context.ts";

type PictureDeps = Pick<Deps, "db" | "config">;

/** Stores a picture and runs `change`, which saves the name of its file. Keeps the orphan of the change for undo. */
export function writeWithPicture<Answer>(
  { db, config }: PictureDeps,
  call: RequestContext,
  encoded: Uint8Array,
  change: (work: Work, file: string) => PictureChange<Answer>,
): Promise<Answer> {
  // If the data folder was deleted, storing the picture would create the folder again.
  requireFiles(db);
  const { dataDir } = config;
  const { householdId } = call.caller;
  return replacePicture(
    dataDir,
    householdId,
    encoded,
    (file) => {
      const { answer, orphan } = write(call, (work) => change(work, file));
      return { answer, replaced: orphan };
    },
    (replaced) => keepReplacedPicture(dataDir, householdId, replaced, call.now),
  );
}

/** Runs `change` and keeps its orphan for undo. */
export async function writeWithoutPicture<Answer>(
  { config }: PictureDeps,
  call: RequestContext,
  change: (work: Work) => PictureChange<Answer>,
): Promise<Answer> {
  const { answer, orphan } = write(call, change);
  if (orphan !== null) await keepReplacedPicture(config.dataDir, call.caller.householdId, orphan, call.now);
  return answer;
}

/** Copies the picture `original` for a record that `change` makes. The copy is null if there is no picture. */
export function writeWithCopy<Answer>(
  { db, config }: PictureDeps,
  call: RequestContext,
  original: string | null,
  change: (work: Work, copy: PictureCopy | null) => Answer,
): Promise<Answer> {
  requireFiles(db);
  return copyForRecord(config.dataDir, call.caller.householdId, original, (use) =>
    call.write((work) => change(work, use())),
  );
}

/** Runs a change. The transaction returns only the answer, because its result is saved for repeated requests. */
function write<Answer>(call: RequestContext, change: (work: Work) => PictureChange<Answer>): PictureChange<Answer> {
  let orphan: string | null = null;
  const answer = call.write((work) => {
    const made = change(work);
    orphan = made.orphan;
    return made.answer;
  });
  return { answer, orphan };
}

type PictureOptions = { readonly type?: string; readonly cache: string; readonly policy?: string };

/** Responds with a picture, which only the browser of the caller may cache. `policy` is its Content-Security-Policy. */
export function respondPicture(
  bytes: Uint8Array,
  { type = "image/webp", cache, policy = "default-src 'none'; sandbox" }: PictureOptions,
): Response {
  const headers = {
    "Content-Type": type,
    "Cache-Control": `private, ${cache}`,
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(new Uint8Array(bytes), { headers });
}
