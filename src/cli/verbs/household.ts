import { baseUrlOf } from "../../config.ts";
import { transact } from "../../db/client.ts";
import {
  createHousehold,
  deleteHousehold,
  listHouseholds,
  readHousehold,
  toHousehold,
} from "../../households/store.ts";
import { removeAllPictures } from "../../images/files.ts";
import { isTimeZone } from "../../lib/time.ts";
import { addMember } from "../../members/store.ts";
import { invite } from "../../sign-in/store.ts";
import { isUuid } from "../../wire.ts";
import { systemWork } from "../../work.ts";
import { type Command, readText, UsageError } from "../command.ts";
import { withDatabase } from "../open.ts";
import { readEmail } from "./member.ts";

export const household: Command = {
  name: "household",
  summary: "make, list and delete households",
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
      summary: "List all households of this data folder.",
      async run({ config }) {
        const households = withDatabase(config, true, listHouseholds).map(toHousehold);
        const lines = households.map(({ id, name, timeZone }) => `${id}  ${name}  (${timeZone})\n`);
        return {
          json: { households },
          text: lines.join("") || "No household yet: inglenook household create --help\n",
        };
      },
    },
    delete: {
      summary: "Delete a household and all its data permanently.",
      positionals: ["id"],
      options: { yes: { value: null, help: "yes, really" } },
      async run({ config, switches, positionals: [id = ""] }) {
        if (!isUuid(id)) throw new UsageError("ID must be a household's id; inglenook household list shows them");
        const json = withDatabase(config, true, (db) =>
          transact(db, () => {
            const { name } = readHousehold(db, id);
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
