/** The product's version, as `--version`, logs and ETags name it. */
import manifest from "../package.json" with { type: "json" };

export const version: string = manifest.version;
