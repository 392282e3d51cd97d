import { expect, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { Elysia } from "elysia";
import { readConfig } from "#platform/config.ts";
import { silentLog } from "#platform/http/log.ts";
import { Listener } from "#server/cli/listener.ts";
import { emptyFolder } from "../support/home/program.ts";

const certificates = join(import.meta.dir, "../fixtures/certificates");

/** The name in the certificate that the port shows. */
function shownAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

test("A renewed certificate is used without interrupting requests, and an invalid certificate is ignored", async () => {
  const folder = emptyFolder();
  const put = (name: string, as: string) => copyFileSync(join(certificates, name), join(folder, as));
  put("home.crt", "tls.crt");
  put("home.key", "tls.key");
  const config = readConfig({ PORT: "0", TLS_CERT: join(folder, "tls.crt"), TLS_KEY: join(folder, "tls.key") });
  let look = () => {};
  const timers = {
    after: () => () => {},
    every: (_: number, run: () => void) => {
      look = run;
      return () => {};
    },
  };
  const logged: string[] = [];
  let noticed = () => {};
  const write = (message: string) => {
    logged.push(message);
    noticed();
  };
  const log = { ...silentLog, info: write, warn: write };
  const lookAndHear = () => {
    const heard = new Promise<void>((resolve) => {
      noticed = resolve;
    });
    look();
    return heard;
  };
  let finish = (_: string) => {};
  const slow = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const app = new Elysia().get("/", () => "fast").get("/slow", () => slow);
  const listener = new Listener(app, config, { timers, log, runtime: { closing: null } });
  await listener.start();
  const { port } = listener;
  const get = (path: string) =>
    fetch(`https://127.0.0.1:${port}${path}`, { tls: { rejectUnauthorized: false } }).then((answer) => answer.text());
  expect(await shownAt(port)).toBe("home");

  const waiting = get("/slow");
  expect(await get("/")).toBe("fast");
  put("renewed.crt", "tls.crt");
  await lookAndHear();
  expect(logged).toEqual([
    `the certificate could not be renewed: TLS_KEY=${folder}/tls.key is not the key of TLS_CERT=${folder}/tls.crt`,
  ]);
  expect(await shownAt(port)).toBe("home");

  put("renewed.key", "tls.key");
  await lookAndHear();
  expect(logged.slice(1)).toEqual([`the certificate ${folder}/tls.crt is renewed`]);
  expect(listener.port).toBe(port);
  expect(await shownAt(port)).toBe("renewed");
  finish("slow");
  expect(await waiting).toBe("slow");

  writeFileSync(join(folder, "tls.crt"), "");
  await lookAndHear();
  expect(logged.slice(2)).toEqual([
    `the certificate could not be renewed: TLS_CERT=${folder}/tls.crt has no certificate in PEM`,
  ]);
  expect(await shownAt(port)).toBe("renewed");
  await listener.drain(1_000);
});
