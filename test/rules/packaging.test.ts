/** Checks what the container image, compose.yaml and the systemd unit promise. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { root } from "../support/source/doc-pages.ts";

const read = (name: string) => readFileSync(join(root, name), "utf8");

/** Each instruction with its arguments on one line. */
const instructions = read("Dockerfile")
  .replace(/^#.*\n/gm, "")
  .replace(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => ({ name: line.split(" ", 1)[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));

const of = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest);

describe("the image", () => {
  test("The Dockerfile only copies files and runs no program", () => {
    const names = new Set(instructions.map(({ name }) => name));
    const expected = "ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL STOPSIGNAL USER VOLUME WORKDIR";
    expect([...names].sort()).toEqual(expected.split(" "));
    expect(of("FROM")).toEqual(["gcr.io/distroless/cc-debian12"]);
  });

  test("The container image runs as a user without privileges, with one volume", () => {
    expect([of("USER"), of("WORKDIR"), of("VOLUME"), of("STOPSIGNAL")]).toEqual([
      ["65532:65532"],
      ["/data"],
      ["/data"],
      ["SIGTERM"],
    ]);
    expect(of("ENV").join(" ").split(/\s+/)).toEqual([
      "HOST=0.0.0.0",
      "DATA_DIR=/data",
      "MALLOC_ARENA_MAX=2",
      "IMAGE_LIBRARY_DIR=/usr/lib/inglenook",
    ]);
    expect(of("HEALTHCHECK")[0]).toStartWith("--interval=60s ");
  });

  test("The container image has the version of package.json", () => {
    expect(of("ARG")).toContain(`VERSION=${manifest.version}`);
    expect(of("LABEL").join(" ")).toMatch(/org\.opencontainers\.image\.version="\$\{VERSION\}"/);
  });
});

describe("compose.yaml", () => {
  const service = Bun.YAML.parse(read("compose.yaml")) as { services: { inglenook: Record<string, unknown> } };
  const { inglenook } = service.services;

  test("The image in compose.yaml has a tag with the minor version", () => {
    const [major, minor] = manifest.version.split(".");
    expect(String(inglenook.image)).toEndWith(`:${major}.${minor}`);
  });

  test("The file compose.yaml has exactly the expected keys, which older versions of Compose accept", () => {
    expect(Object.keys(service)).toEqual(["services", "volumes"]);
    const { image, ports, volumes, tmpfs, restart, ...rest } = inglenook;
    expect({ volumes, tmpfs, ports, restart }).toEqual({
      volumes: ["inglenook-data:/data"],
      tmpfs: ["/tmp"],
      ports: ["4100:4100"],
      restart: "unless-stopped",
    });
    expect(rest).toEqual({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      stop_grace_period: "15s",
      logging: { driver: "json-file", options: { "max-size": "10m", "max-file": "3" } },
    });
  });
});

/** Checks direct dependencies only: npm chooses versions of indirect ones that fit the Node it runs on. */
test("The direct dependencies can be installed with npm on Node 20, 22 and 24 without warnings", async () => {
  const wrong: string[] = [];
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const { engines, deprecated } = await Bun.file(join(root, "node_modules", name, "package.json")).json();
    const isRefused = (node: string) => engines?.node !== undefined && !Bun.semver.satisfies(node, engines.node);
    if (deprecated || ["20.20.2", "22.23.3", "24.21.0"].some(isRefused)) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

test("The systemd unit sets no restriction that would stop the program from running", () => {
  const unit = read("packaging/inglenook.service").replace(/^#.*$/gm, "");
  expect(unit).not.toContain("MemoryDenyWriteExecute");
  expect(unit).not.toContain("~@resources");
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/inglenook serve$/m);
});
