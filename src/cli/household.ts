/** `household create|list`. */
import { systemWork } from "../actor.ts";
import { transact } from "../db/client.ts";
import { createHousehold, listHouseholds, toHousehold } from "../households/store.ts";
import { addMember } from "../members/store.ts";
import { isTimeZone } from "../time.ts";
import { type Command, UsageError } from "./command.ts";
import { withDatabase } from "./open.ts";

/** Households, for the operator. */
export const household: Command = {
  name: "household",
  summary: "make and list households",
  actions: {
    create: {
      summary: "Make a household with its first member.",
      options: {
        name: { value: "NAME", help: "the household's name", required: true },
        "time-zone": { value: "ZONE", help: "IANA name, such as Europe/Berlin", required: true },
        owner: { value: "NAME", help: "its first member, who may do everything", required: true },
      },
      async run({ config, options }) {
        const { name = "", "time-zone": timeZone = "", owner = "" } = options;
        if (!isTimeZone(timeZone)) throw new UsageError(`--time-zone: there is no zone ${timeZone}`);
        if (name.trim() === "") throw new UsageError("--name must not be empty");
        if (owner.trim() === "" || owner.trim().length > 60) throw new UsageError("--owner must be 1 to 60 characters");
        const json = withDatabase(config, (db) =>
          transact(db, () => {
            const now = new Date();
            const made = createHousehold(db, { name: name.trim(), timeZone, plan: config.defaultPlan }, now);
            const work = systemWork(db, made, now);
            return { household: toHousehold(made), owner: addMember(work, { name: owner.trim(), role: "owner" }) };
          }),
        );
        return {
          json,
          text: `Made “${json.household.name}” (${json.household.id}) with ${json.owner.name} as owner.\n`,
        };
      },
    },
    list: {
      summary: "List all households of this data folder.",
      async run({ config }) {
        const households = withDatabase(config, listHouseholds).map(toHousehold);
        const lines = households.map(({ id, name, timeZone }) => `${id}  ${name}  (${timeZone})\n`);
        return {
          json: { households },
          text: lines.join("") || "No household yet: inglenook household create --help\n",
        };
      },
    },
  },
};
