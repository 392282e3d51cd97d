import { components, readNotices } from "../../licences.ts";
import type { Command } from "../command.ts";

export const licences: Command = {
  name: "licences",
  summary: "print the licences of everything in the program",
  actions: {
    "": {
      summary: "Print the licences of everything in the program; with --json, a list of names, versions and licences.",
      run: async () => ({ json: components, text: await readNotices() }),
    },
  },
};
