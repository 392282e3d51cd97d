import manifest from "../package.json" with { type: "json" };

/** The product's version, as `--version`, logs and ETags name it. */
export const version: string = manifest.version;
