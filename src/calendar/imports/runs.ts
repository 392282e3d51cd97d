import { readRevision } from "#accounts/households/store.ts";
import { listMembers } from "#accounts/members/store.ts";
import { FairSemaphore, yieldToEventLoop } from "#lib/concurrency.ts";
import { conflict, rateLimited } from "#lib/errors.ts";
import type { Db } from "#platform/db/client.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import type { Work } from "#platform/work.ts";
import { heavyWorkSemaphore, partsOf } from "../calendars/heavy-work.ts";
import { findKnown, type KnownEvents, peopleFrom } from "./known.store.ts";
import type { ImportChoices, Imported } from "./model.ts";
import { type FileEvent, type ReadFile, readCalendarFile } from "./read.ts";
import type { UploadedFile, UploadedFiles } from "./uploaded-files.ts";
import { importPart, nothingImported, peopleOfAll } from "./write.store.ts";

const eventsPerPart = 1_000;
/**
 * Number of characters in one part of a file. Each part has a separate entry of activity, which stores the texts for
 * undo.
 */
const textPerPart = 1_000_000;
const objectsPerRead = 25;
const permits = 2;
const maxLoad = 5;

type Run = { readonly householdId: string; done: number; total: number; isCancelled: boolean };

/** Imports files in several transactions, so that other requests can run in between. */
export class ImportRuns {
  private readonly running = new Map<string, Run>();
  private readonly queue = new FairSemaphore(permits, { maxLoad, refuse: () => rateLimited(5) });

  constructor(
    private readonly db: Db,
    private readonly uploads: UploadedFiles,
  ) {}

  progressOf(householdId: string, id: string): { done: number; total: number } | null {
    const run = this.find(householdId, id);
    return run && { done: run.done, total: run.total };
  }

  /** Cancels an import after the current part. Returns false if the import is not running. */
  cancel(householdId: string, id: string): boolean {
    const run = this.find(householdId, id);
    if (run) run.isCancelled = true;
    return run !== null;
  }

  /** Imports an uploaded file. @throws ApiError 404 if the file does not exist, 409 if the import is already running */
  async run(id: string, call: RequestContext, choices: ImportChoices): Promise<Imported> {
    const { householdId } = call.caller;
    if (this.find(householdId, id)) throw conflict("in_progress", "This file is being imported");
    const run: Run = { householdId, done: 0, total: this.uploads.totalOf(householdId, id), isCancelled: false };
    this.running.set(id, run);
    call.keepConnectionOpen();
    try {
      const file = await this.uploads.find(householdId, id);
      return await this.queue.run(call.caller, () => this.write(run, call, file, choices));
    } finally {
      this.running.delete(id);
    }
  }

  private find(householdId: string, id: string): Run | null {
    const run = this.running.get(id);
    return run?.householdId === householdId ? run : null;
  }

  private async write(run: Run, call: RequestContext, file: UploadedFile, choices: ImportChoices): Promise<Imported> {
    const heavily = <Result>(work: () => Promise<Result>) => heavyWorkSemaphore(this.db).run(call.caller, work);
    const read = await heavily(async () => {
      const { objects } = await readCalendarFile(file.bytes, file.home, file.span);
      const chosenUids = choices.uids && new Set(choices.uids);
      const chosen = objects.filter(({ reading }) => !chosenUids || chosenUids.has(reading.uid));
      return { events: chosen.flatMap(({ events }) => events), known: await findKnownOf(call, chosen, choices) };
    });
    run.total = read.events.length;
    const writtenIds = new Set<string>();
    let { known } = read;
    let imported = nothingImported;
    for (const events of partsOf(read.events, eventsPerPart, textPerPart, ({ text }) => text.ics.length)) {
      await yieldToEventLoop();
      if (run.isCancelled) return call.write(() => imported);
      const part = { name: file.name, events, known, writtenIds };
      const before = imported;
      let written: readonly string[] = [];
      let knownAfter = known;
      const steps = function* (work: Work) {
        const result = yield* importPart(work, part, choices, before);
        written = result.writtenIds;
        knownAfter = result.known;
        return result.imported;
      };
      const done = run.done + events.length;
      imported = await heavily(() => call.writeCooperatively(steps, { isLast: done === run.total }));
      run.done = done;
      for (const each of written) writtenIds.add(each);
      known = knownAfter;
    }
    return imported;
  }
}

/** Finds the household's events that match those of a file. `choices` is null until the member has made choices. */
export async function findKnownOf(
  call: RequestContext,
  objects: ReadFile["objects"],
  choices: ImportChoices | null,
): Promise<KnownEvents> {
  const matches = new Map<FileEvent["reading"], ReturnType<typeof findKnown>>();
  const { revision, members } = call.read((work) => ({ revision: readRevision(work), members: listMembers(work) }));
  const peopleOf = peopleFrom(members, choices && peopleOfAll(choices));
  for (let at = 0; at < objects.length; at += objectsPerRead) {
    await yieldToEventLoop();
    const some = objects.slice(at, at + objectsPerRead).flatMap(({ events }) => events);
    call.read((work) => {
      for (const each of some) matches.set(each.reading, findKnown(work, each, peopleOf(each.reading.categories)));
    });
  }
  return { revision, matches };
}
