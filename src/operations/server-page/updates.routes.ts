import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { forbidden } from "#lib/errors.ts";
import { closed, Instant, nullable, oneOf } from "#lib/wire.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { command } from "#platform/program.ts";
import { isBinary, version } from "#platform/version.ts";
import type { Work } from "#platform/work.ts";
import { findInstallKind, installKinds } from "../host/install-kind.ts";
import { adviceFor } from "../update/advice.ts";
import { notesSince } from "../update/changelog.ts";
import { notesUrl } from "../update/release.ts";
import { newerVersionIn, readUpdateState, switchUpdateCheck } from "../update/state.store.ts";
import { isOperator, isOperatorHousehold, notOperatorMessage } from "./operator.ts";

const operation = operationsOf("Server");

const maxReleases = 5;

const Version = Type.String({
  pattern: "^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}(-[0-9A-Za-z.-]{1,50})?$",
  examples: ["1.2.3"],
});

const Newer = closed(
  {
    version: Version,
    notesUrl: Type.String(),
    commands: Type.Array(Type.String(), { description: "To type where the server is, in this order" }),
    imageTag: nullable(Type.String({ description: "To write into compose.yaml first" })),
  },
  { title: "NewerVersion" },
);

const Updates = closed(
  {
    version: Version,
    kind: oneOf(installKinds),
    backupCommand: Type.String({ description: "To type where the server is", examples: ["inglenook backup"] }),
    canCheck: Type.Boolean({ description: "False for a build without a key to verify releases" }),
    mayChange: Type.Boolean({ description: "Whether the caller may turn the check on and off" }),
    isOn: Type.Boolean(),
    checkedAt: nullable(Instant),
    fault: nullable(Type.String({ description: "Of the last check" })),
    newer: nullable(Newer),
  },
  { title: "Updates" },
);

const Release = closed(
  {
    version: Version,
    date: nullable(Type.String()),
    groups: Type.Array(closed({ name: Type.String(), points: Type.Array(Type.String()) })),
  },
  { title: "ReleaseNotes" },
);

export function updates({ config }: Deps) {
  const kind = findInstallKind(isBinary ? process.execPath : null);
  const describe = (work: Work) => {
    const canCheck = config.updateKey !== null;
    const facts = {
      version,
      kind,
      backupCommand: command("backup"),
      canCheck,
      mayChange: canCheck && isOperator(work, config),
    };
    if (!isOperatorHousehold(work, config)) return { ...facts, isOn: false, checkedAt: null, fault: null, newer: null };
    const state = readUpdateState(work.db);
    const { checkedAt, fault } = state;
    const isOn = canCheck && state.isOn;
    const newest = isOn ? newerVersionIn(state) : null;
    if (newest === null) return { ...facts, isOn, checkedAt, fault, newer: null };
    const { commands, imageTag } = adviceFor(kind, newest, config);
    const newer = { version: newest, notesUrl: notesUrl(newest), commands: [...commands], imageTag };
    return { ...facts, isOn, checkedAt, fault, newer };
  };
  return new Elysia({ prefix: "/app/server" })
    .use(context)
    .get(
      "/updates",
      ({ call }) => call.read(describe),
      operation({
        id: "readUpdates",
        summary: "Is there a newer version?",
        description:
          "What the weekly check last found, if an owner has turned it on. Only for the household of the operator.",
        access: "adult",
        answer: Updates,
        isVolatile: true,
      }),
    )
    .put(
      "/update-check",
      ({ call, body }) =>
        call.write((work) => {
          if (!isOperator(work, config)) throw forbidden("forbidden", notOperatorMessage);
          if (config.updateKey === null) throw forbidden("forbidden", noKeyMessage);
          switchUpdateCheck(work.db, body.isOn, work.now);
          return describe(work);
        }),
      operation({
        id: "setUpdateCheck",
        summary: "Turn the weekly version check on or off",
        description: "The server then reads one file of the newest release each week, and sends nothing.",
        access: "owner",
        body: closed({ isOn: Type.Boolean() }),
        answer: Updates,
        example: { isOn: true },
        refusals: { 403: [notOperatorMessage, noKeyMessage] },
      }),
    )
    .get(
      "/release-notes",
      ({ query }) => ({ version, releases: notesSince(query.since ?? null, maxReleases).map(copied) }),
      operation({
        id: "readReleaseNotes",
        summary: "What is new in this version",
        description: "With `since`, everything after that version; at most five versions.",
        access: "adult",
        query: closed({ since: Type.Optional(Version) }),
        answer: closed({ version: Version, releases: Type.Array(Release) }),
        isVolatile: true,
      }),
    );
}

const noKeyMessage = "This build has no key to verify releases";

function copied({ groups, ...release }: ReturnType<typeof notesSince>[number]) {
  return { ...release, groups: groups.map(({ name, points }) => ({ name, points: [...points] })) };
}
