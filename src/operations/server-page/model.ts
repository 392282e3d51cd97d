import { type Static, Type } from "@sinclair/typebox";
import { closed, Instant, nullable, Text } from "#lib/wire.ts";

export const ReachableAddresses = closed({
  addresses: Type.Array(Type.String(), { description: "Origins, best first; empty if none is known" }),
  isOnlyHere: Type.Boolean({ description: "Only the machine itself can connect; a proxy there may forward" }),
});

const Bytes = Type.Integer({ minimum: 0 });
const Count = Type.Integer({ minimum: 0 });
const Version = Type.Integer({ minimum: 1, description: "Of the data's structure" });

export const BackupName = Text(1, 255);

/** A backup in the list. `manual` means that a person took the backup, or chose its name. */
export type BackupFile = Static<typeof Backup>;
const Backup = closed(
  {
    name: Type.String(),
    kind: Type.Union(
      [Type.Literal("nightly"), Type.Literal("manual"), Type.Literal("uploaded"), Type.Literal("snapshot")],
      {
        description: "`snapshot`: made before an update changed the data's structure",
      },
    ),
    bytes: Bytes,
    takenAt: Instant,
    appVersion: nullable(Type.String()),
    schemaVersion: nullable(Version),
    isCopied: Type.Union([Type.Boolean(), Type.Null()], { description: "Null without `BACKUP_TO`, or if it is away" }),
  },
  { title: "Backup" },
);

const Job = closed(
  {
    kind: Type.String(),
    okAt: nullable(Instant),
    nextAt: Instant,
    failures: Count,
    error: nullable(Type.String()),
    isRunning: Type.Boolean(),
    isHeld: Type.Boolean(),
  },
  { title: "Job" },
);

export const ServerFacts = closed(
  {
    version: Type.String(),
    build: Type.String(),
    startedAt: Instant,
    dataDir: Type.String(),
    schemaVersion: Version,
    disk: closed({
      databaseBytes: Bytes,
      undoBytes: Type.Integer({ minimum: 0, description: "Of the database: what changes need to be undone" }),
      picturesBytes: Bytes,
      backupsBytes: Bytes,
      freeBytes: Type.Union([Bytes, Type.Null()], { description: "Null if a network disk does not say" }),
    }),
    nightlyBackup: Type.Union([Type.String(), Type.Null()], { description: "`HH:MM`" }),
    backupTo: nullable(Type.String()),
    backups: Type.Array(Backup, { description: "Newest first" }),
    jobs: Type.Array(Job),
  },
  { title: "Server" },
);

const Loss = closed({ table: Type.String(), added: Count, changed: Count, deleted: Count }, { title: "Loss" });

const Preview = closed(
  {
    createdAt: Instant,
    households: nullable(Count),
    pictures: nullable(Count),
    schemaVersion: nullable(Version),
    losses: Type.Array(Loss, { description: "What restoring it would undo" }),
  },
  { title: "BackupPreview" },
);

const kind = Type.Union([
  Type.Literal("backup"),
  Type.Literal("upload"),
  Type.Literal("check"),
  Type.Literal("restore"),
]);
const name = Type.Union([Type.String(), Type.Null()], { description: "Of the backup" });

const percent = nullable(Type.Integer({ minimum: 0, maximum: 100 }));
const Running = closed({ kind, name, startedAt: Instant, percent });
const Ended = closed({
  kind,
  name,
  endedAt: Instant,
  fault: Type.Union([Type.String(), Type.Null()], { description: "Null if it succeeded" }),
});

export type Running = Static<typeof Running>;
export type Ended<Result> = Static<typeof Ended> & { readonly result: Result | null };

export const WorkState = closed(
  {
    running: nullable(Running),
    last: nullable(closed({ ...Ended.properties, result: nullable(Preview) })),
    canRestore: Type.Boolean(),
  },
  { title: "ServerWork" },
);

export const Findings = closed({
  findings: Type.Array(
    closed(
      {
        check: Type.String(),
        level: Type.Union([Type.Literal("ok"), Type.Literal("notice"), Type.Literal("wrong")]),
        says: Type.String(),
        todo: nullable(Type.String()),
      },
      { title: "Finding" },
    ),
  ),
  supportText: Type.String(),
});
