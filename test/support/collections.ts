/**
 * Loaded before all tests (bunfig.toml): Elysia asks for a collection of garbage whenever it has composed an app, and tests make
 * many. It took a tenth of the time of the tests over HTTP. Those that measure memory ask for a whole collection.
 */
const { gc } = Bun;
Bun.gc = (isWhole = false) => (isWhole ? gc(true) : 0);
