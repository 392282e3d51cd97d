/** The settings of drizzle-kit. */
export default { dialect: "sqlite", schema: "./src/db/tables.ts", out: "./drizzle" };
