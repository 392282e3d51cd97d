import { randomUUID } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readPasswordHash } from "#accounts/sign-in/store.ts";
import { messageOf, notFound, unknownAddress, unprocessable } from "#lib/errors.ts";
import { ExpiringStore } from "#lib/expiring-store.ts";
import { unfinishedName } from "#lib/files.ts";
import { SharedTasks } from "#lib/lazy.ts";
import { minute } from "#lib/time.ts";
import { closed, Password } from "#lib/wire.ts";
import { isPassword } from "#platform/auth/passwords.ts";
import { SecretTries } from "#platform/auth/secret-tries.ts";
import { generateToken } from "#platform/auth/tokens.ts";
import type { Deps } from "#platform/deps.ts";
import { context, hidden, operationsOf } from "#platform/http/operation.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import type { Finding } from "../backup/findings.ts";
import type { Preview } from "../backup/inspect.ts";
import { checkBackup, findBackup, takeNow, uploadedName } from "../backup/manage.ts";
import { readFacts, supportText } from "./facts.ts";
import { BackupName, Findings, ReachableAddresses, ServerFacts, WorkState } from "./model.ts";
import { notOperatorMessage, requireOperator } from "./operator.ts";
import { receiveFile } from "./transfer.ts";
import { busyMessage, ServerWork } from "./work.ts";

const operation = operationsOf("Server");

const downloadPath = "/app/server/backup";
const quietSeconds = 120;
const maxTickets = 10;
const noBackup = { 404: ["Backup not found"] };
const busy = { 409: [busyMessage] };
const confirmed = { name: BackupName, password: Password };
const wrongPassword = { 422: ["password: is not your password"] };
const notForOthers = { 403: [notOperatorMessage] };

export function serverPage({ config, runtime, clock, log, db }: Deps) {
  const { dataDir } = config;
  const { runVerb, restored } = runtime;
  const startedAt = clock();
  const work = new ServerWork<Preview | null>(clock, log, restored);
  /** Files by token. A link cannot send a password, so each token allows one download. */
  const tickets = new ExpiringStore<string>({ clock, lifetimeMs: minute, maxSize: maxTickets });
  const secrets = new SecretTries(clock);
  const examinations = new SharedTasks<Finding[]>();

  /** Runs the checks of `inglenook doctor`. Screens that ask at the same time share one run. */
  const examine = () => examinations.run("", async () => JSON.parse(await runVerb(["doctor", "--json"])).findings);

  const state = () => ({ running: work.running, last: work.last, canRestore: runtime.restore !== null });

  const backupOf = async (name: string) => {
    const file = await findBackup({ dataDir, ofAll: config.operatorHousehold !== null }, name);
    if (file === null) throw notFound("Backup");
    return file;
  };

  const keepIfValid = async (file: string, kept: string) => {
    try {
      const preview = await checkBackup(runVerb, dataDir, file);
      renameSync(file, kept);
      return preview;
    } catch (error) {
      const says = messageOf(error);
      throw new Error(says.replaceAll(file, "the file"));
    } finally {
      rmSync(file, { force: true });
    }
  };

  const confirm = async (call: RequestContext, password: string) => {
    const { id } = call.caller;
    const stored = call.read((household) => readPasswordHash(household, id));
    if (!(await secrets.isRight(call, id, () => isPassword(password, stored)))) {
      throw unprocessable("password", "is not your password");
    }
    call.admitAgain();
  };

  return new Elysia({ prefix: "/app/server" })
    .use(context)
    .get(
      "/addresses",
      () => {
        const { addresses, isOnlyHere } = runtime.reachableAddresses();
        return { addresses: [...addresses], isOnlyHere };
      },
      operation({
        id: "listServerAddresses",
        summary: "List the addresses at which phones and tablets open the app",
        description: "With `BASE_URL` its addresses, otherwise those of the machine's network.",
        access: "adult",
        answer: ReachableAddresses,
        isVolatile: true,
      }),
    )
    .get(
      "",
      ({ call }) => {
        requireOperator(call, config);
        return readFacts(db, config, startedAt);
      },
      operation({
        id: "readServer",
        summary: "Read the server's version, disk, backups and jobs",
        access: "owner",
        answer: ServerFacts,
        isVolatile: true,
        refusals: notForOthers,
      }),
    )
    .get(
      "/work",
      ({ call }) => {
        requireOperator(call, config);
        return state();
      },
      operation({
        id: "readServerWork",
        summary: "Read what the server is doing, and how its last work ended",
        access: "owner",
        answer: WorkState,
        isVolatile: true,
        refusals: notForOthers,
      }),
    )
    .get(
      "/findings",
      async ({ call }) => {
        requireOperator(call, config);
        const findings = await examine();
        const facts = await readFacts(db, config, startedAt);
        return { findings, supportText: supportText(facts, findings, config, runtime.settingNames) };
      },
      operation({
        id: "examineServer",
        summary: "Run the doctor",
        description: "`supportText` is for a public place: without names, addresses and paths.",
        access: "owner",
        answer: Findings,
        isVolatile: true,
        refusals: notForOthers,
      }),
    )
    .post(
      "/backups",
      ({ call }) => {
        requireOperator(call, config);
        work.start("backup", null, (progress) => takeNow(runVerb, progress).then(() => null));
        return state();
      },
      operation({
        id: "takeBackup",
        summary: "Start a backup",
        access: "owner",
        writes: true,
        answer: WorkState,
        refusals: { ...notForOthers, ...busy },
      }),
    )
    .delete(
      "/backups",
      async ({ call, query }) => {
        requireOperator(call, config);
        const file = await backupOf(query.name);
        work.requireIdle();
        await rm(file);
        log.info(`an owner deleted ${file}`);
        return readFacts(db, config, startedAt);
      },
      operation({
        id: "deleteBackup",
        summary: "Delete a backup",
        access: "owner",
        query: closed({ name: BackupName }),
        writes: true,
        answer: ServerFacts,
        refusals: { ...notForOthers, ...noBackup, ...busy },
      }),
    )
    .post(
      "/backups/check",
      async ({ call, body }) => {
        requireOperator(call, config);
        const file = await backupOf(body.name);
        work.start("check", body.name, () => checkBackup(runVerb, dataDir, file));
        return state();
      },
      operation({
        id: "checkBackup",
        summary: "Try a backup, and count what restoring it would undo",
        description: "Restores a copy beside the data, migrates it, and compares it with them.",
        access: "owner",
        body: closed({ name: BackupName }),
        answer: WorkState,
        example: { name: "nightly-2026-11-27T023000.000Z.tar.zst" },
        refusals: { ...notForOthers, ...noBackup, ...busy },
      }),
    )
    .post(
      "/backups/download",
      async ({ call, body }) => {
        requireOperator(call, config);
        await confirm(call, body.password);
        const file = await backupOf(body.name);
        log.info(`an owner downloads ${file}`);
        const ticket = generateToken();
        tickets.add(call.caller.id, ticket, file);
        return { address: `${downloadPath}?ticket=${ticket}` };
      },
      operation({
        id: "downloadBackup",
        summary: "Get an address that downloads a backup once, within a minute",
        access: "owner",
        body: closed(confirmed),
        answer: closed({ address: Type.String() }),
        example: { name: "nightly-2026-11-27T023000.000Z.tar.zst", password: "a long one that nobody guesses" },
        refusals: { ...notForOthers, ...noBackup, ...wrongPassword },
      }),
    )
    .post(
      "/restore",
      async ({ call, body }) => {
        requireOperator(call, config);
        await confirm(call, body.password);
        const file = await backupOf(body.name);
        const { restore } = runtime;
        if (restore === null) throw unprocessable(null, "This server's data are temporary");
        const { last } = work;
        const isChecked = last?.kind === "check" && last.name === body.name && last.fault === null;
        if (!isChecked) throw unprocessable("name", "check this backup first");
        // The promise never settles: the restarted process reports the result.
        work.start("restore", body.name, () => new Promise(() => {}));
        log.info(`an owner restores ${file}`);
        restore(file);
        return state();
      },
      operation({
        id: "restoreBackup",
        summary: "Stop, restore a backup, and serve again",
        description: "After `checkBackup`. The replaced data stay in a subfolder.",
        access: "owner",
        body: closed(confirmed),
        answer: WorkState,
        example: { name: "nightly-2026-11-27T023000.000Z.tar.zst", password: "a long one that nobody guesses" },
        refusals: {
          ...notForOthers,
          ...noBackup,
          ...busy,
          422: [...wrongPassword[422], "name: check this backup first", "This server's data are temporary"],
        },
      }),
    )
    .post(
      "/backups/upload",
      async ({ call, request, server }) => {
        requireOperator(call, config);
        server?.timeout(request, quietSeconds);
        const backups = join(dataDir, "backups");
        await mkdir(backups, { recursive: true, mode: 0o700 });
        const file = join(backups, unfinishedName(randomUUID()));
        try {
          await work.run("upload", null, () => receiveFile(request, file, backups).then(() => null));
          call.admitAgain();
          const name = uploadedName(file, clock());
          work.start("check", name, () => keepIfValid(file, join(backups, name)));
          return Response.json(state());
        } catch (error) {
          rmSync(file, { force: true });
          throw error;
        }
      },
      hidden("app", { id: "uploadBackup", isForAdults: true, isForOwners: true }),
    )
    .get(
      "/backup",
      ({ call, query }) => {
        requireOperator(call, config);
        const { ticket = "" } = query as { ticket?: string };
        const { id } = call.caller;
        const file = call.sendsBody ? tickets.take(id, ticket) : tickets.find(id, ticket);
        if (file === undefined) throw unknownAddress();
        const headers = {
          "Content-Type": "application/octet-stream",
          "Content-Disposition": `attachment; filename="${basename(file)}"`,
          "Cache-Control": "no-store",
          "X-Content-Type-Options": "nosniff",
        };
        return new Response(Bun.file(file), { headers });
      },
      hidden("app", {
        id: "sendBackup",
        isForAdults: true,
        isForOwners: true,
        query: closed({ ticket: Type.String({ maxLength: 100 }) }),
      }),
    );
}
