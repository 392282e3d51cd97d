import {
  createHousehold,
  deleteHousehold,
  listHouseholds,
  readHousehold,
  toHousehold,
} from "#accounts/households/store.ts";
import { addMember, listMembers } from "#accounts/members/store.ts";
import { invite } from "#accounts/sign-in/store.ts";
import { isTimeZone } from "#lib/time.ts";
import { isUuid } from "#lib/wire.ts";
import { counted } from "#operations/backup/files.ts";
import { dropRoot } from "#operations/host/acting-user.ts";
import { moveHousehold, type Step } from "#operations/shards/move.ts";
import { measureRows } from "#operations/shards/rows.ts";
import { baseUrlOf } from "#platform/config.ts";
import { type Db, snapshot, transact } from "#platform/db/client.ts";
import { inMegabytes } from "#platform/db/space.ts";
import { removeAllPictures } from "#platform/images/files.ts";
import { command, shellWord } from "#platform/program.ts";
import { systemWork } from "#platform/work.ts";
import { type Command, readText, UsageError } from "../command.ts";
import { withDatabase } from "../open.ts";
import { readEmail } from "./member.ts";

export const household: Command = {
  name: "household",
  summary: "make, list, move and delete households",
  actions: {
    create: {
      summary: "Make a household with its first member, and a link by which that member sets a password.",
      options: {
        name: { value: "NAME", help: "the household's name", required: true },
        "time-zone": { value: "ZONE", help: "IANA name, such as Europe/Berlin", required: true },
        owner: { value: "NAME", help: "its first member, who may do everything", required: true },
        email: { value: "EMAIL", help: "the owner's, to sign in with" },
      },
      async run({ config, options }) {
        const { "time-zone": timeZone = "" } = options;
        const name = readText("--name", options.name, 200);
        if (!isTimeZone(timeZone)) throw new UsageError(`--time-zone: there is no zone ${timeZone}`);
        const owner = readText("--owner", options.owner, 60);
        const email = readEmail(options.email);
        const json = withDatabase(config, false, (db) =>
          transact(db, () => {
            const now = new Date();
            const made = createHousehold(db, { name, timeZone, plan: config.defaultPlan }, now);
            const work = systemWork(db, made, now);
            const member = addMember(work, { name: owner, role: "owner", email });
            return {
              household: toHousehold(made),
              owner: member,
              link: invite(work, member.id, baseUrlOf(config)).link,
            };
          }),
        );
        const { id, name: made } = json.household;
        return {
          json,
          text: `Made “${made}” (${id}).\n${json.owner.name} sets a password here, within 7 days:\n  ${json.link}\n`,
        };
      },
    },
    list: {
      summary: "List all households of this data folder, with their members and sizes.",
      async run({ config }) {
        const households = withDatabase(config, true, (db) => snapshot(db, () => sizedHouseholds(db)));
        const lines = households.map(
          ({ id, name, timeZone, members, bytes }) =>
            `${id}  ${name}  (${timeZone}, ${counted(members, "member")}, ${inMegabytes(bytes)})\n`,
        );
        return {
          json: { households },
          text: lines.join("") || `No household yet: ${command("household create --help")}\n`,
        };
      },
    },
    move: {
      summary: "Move a household with all its data to another data folder; both servers must be stopped.",
      positionals: ["id"],
      options: {
        from: { value: "DIR", help: "the data folder that has it; DATA_DIR if left out" },
        to: { value: "DIR", help: "another data folder of the same version, or a new one", required: true },
        "dry-run": { value: null, help: "check everything, and move nothing" },
        progress: { value: null, help: "print each step to standard error" },
      },
      async run({ config, options, switches, positionals: [id = ""] }) {
        if (!isUuid(id)) throw new UsageError(`ID must be a household's id; ${command("household list")} shows them`);
        const { from = config.dataDir, to = "" } = options;
        dropRoot({ ...config, dataDir: from });
        const onStep = (step: Step) => {
          if (switches.has("progress")) process.stderr.write(`${steps[step]}\n`);
        };
        const { secretKeyFile } = config;
        const isDry = switches.has("dry-run");
        const json = await moveHousehold({ id, from, to, isDry, secretKeyFile, now: new Date(), onStep });
        const rows = Object.values(json.rows).reduce((total, count) => total + count, 0);
        const holds = `${counted(rows, "row")}, ${counted(json.pictures, "picture")}, ${inMegabytes(json.bytes)}`;
        const text = {
          moved: `Moved “${json.name}” to ${to}: ${holds}.\nSave it there: ${command(`backup --data-dir ${shellWord(to)}`)}\n`,
          wouldMove: `“${json.name}” can be moved to ${to}: ${holds}.\n`,
          alreadyMoved: `“${json.name}” is already in ${to}, and not in ${from}: ${holds}.\n`,
        };
        return { json, text: text[json.state] };
      },
    },
    delete: {
      summary: "Delete a household and all its data permanently.",
      positionals: ["id"],
      options: { yes: { value: null, help: "yes, really" } },
      async run({ config, switches, positionals: [id = ""] }) {
        if (!isUuid(id)) throw new UsageError(`ID must be a household's id; ${command("household list")} shows them`);
        const json = withDatabase(config, true, (db) =>
          transact(db, () => {
            const { name } = readHousehold({ db, householdId: id });
            if (!switches.has("yes"))
              throw new UsageError(`this deletes “${name}” and all its data; add --yes to confirm`);
            return deleteHousehold(db, id);
          }),
        );
        await removeAllPictures(config.dataDir, id);
        return { json, text: `Deleted ${id}.\n` };
      },
    },
  },
};

const steps: Readonly<Record<Step, string>> = {
  began: "copying",
  copied: "copied and compared",
  removed: "removed from the source",
  arrived: "in the target",
  cleared: "done",
};

function sizedHouseholds(db: Db) {
  const sizes = measureRows(db.$client);
  return listHouseholds(db).map((row) => {
    const members = listMembers(systemWork(db, row, new Date())).length;
    return { ...toHousehold(row), members, bytes: sizes.get(row.id) ?? 0 };
  });
}
