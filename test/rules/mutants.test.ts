/** The planted faults of `bun run prove:mutants` fit the present source. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { Glob } from "bun";
import type { Mutant } from "../mutants/mutant.ts";

const lists = [...new Glob("test/mutants/faults/*.ts").scanSync()].sort();
const modules = await Promise.all(lists.map((path) => import(`../../${path}`)));
const mutants = modules.flatMap((each) => each.mutants as readonly Mutant[]);

test("The text that a planted fault of the mutation tests replaces occurs exactly once", async () => {
  const unfit: string[] = [];
  for (const { fault, file, find, tests } of mutants) {
    const times = (await Bun.file(file).text()).split(find).length - 1;
    if (times !== 1) unfit.push(`${fault}: ${file} has its text ${times} times`);
    for (const path of tests) if (!existsSync(path)) unfit.push(`${fault}: there is no ${path}`);
  }
  expect(unfit).toEqual([]);
});

test("The mutation tests do not contain the same planted fault twice", () => {
  const planted = mutants.map(({ file, find, replace }) => [file, find, replace].join("\n"));
  expect(planted.filter((each, index) => planted.indexOf(each) !== index)).toEqual([]);
});
