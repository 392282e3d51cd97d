/** The settings of drizzle-kit. */
export default { dialect: "sqlite", schema: "./src/platform/db/tables.ts", out: "./drizzle" };
