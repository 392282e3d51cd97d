import { resolve } from "node:path";
import type { Config } from "#platform/config.ts";
import { shellWord } from "#platform/program.ts";
import { version as present } from "#platform/version.ts";
import type { InstallKind } from "../host/install-kind.ts";
import { programPath } from "../host/service.ts";

export type Advice = {
  /** Commands to type on the server's machine, in this order. */
  readonly commands: readonly string[];
  /**
   * Image tag that must first be written into compose.yaml. Null if the current tag already leads to the newer version.
   */
  readonly imageTag: string | null;
};

const processors: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

export function adviceFor(kind: InstallKind, version: string, config: Pick<Config, "updateUrl" | "dataDir">): Advice {
  const { updateUrl, dataDir } = config;
  const none = { imageTag: null };
  switch (kind) {
    case "binary": {
      const own = [shellWord(process.execPath), "update", "--data-dir", shellWord(resolve(dataDir))].join(" ");
      return { ...none, commands: [process.execPath === programPath ? "sudo inglenook update" : own] };
    }
    case "package": {
      const name = `inglenook_${version.replace("-", "~")}_${processors[process.arch] ?? process.arch}.deb`;
      return { ...none, commands: [`wget ${updateUrl}/${name}`, `sudo apt install ./${name}`] };
    }
    case "image": {
      const tag = minorOf(version);
      const commands = ["docker compose pull", "docker compose up -d"];
      return { commands, imageTag: tag === minorOf(present) ? null : tag };
    }
    case "source":
      return { ...none, commands: ["git pull", "npm install"] };
  }
}

export function adviceText({ commands, imageTag }: Advice): string {
  const first = imageTag === null ? "" : `set the image's tag in compose.yaml to ${imageTag}, then `;
  return `${first}${commands.join(" && ")}`;
}

function minorOf(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}
