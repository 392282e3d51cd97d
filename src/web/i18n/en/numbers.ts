import { numbersIn } from "../plural.ts";

export const { number, plural } = numbersIn("en");
