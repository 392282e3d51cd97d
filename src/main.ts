/** argv → a verb. The only file that starts anything. */
import { main } from "./cli/main.ts";

process.exitCode = await main(process.argv.slice(2));
