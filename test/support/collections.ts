/**
 * Loaded before all tests (bunfig.toml). Elysia requests a garbage collection whenever it has composed an app, and
 * tests make many apps. Those collections took a tenth of the time of the tests over HTTP, so they are skipped here.
 * Tests that measure memory request a full collection, which still runs.
 */
const { gc } = Bun;
Bun.gc = (isWhole = false) => (isWhole ? gc(true) : 0);
