/** Tests pages that browsers save as MIME messages. */
import { describe, expect, test } from "bun:test";
import { readMhtml } from "#kitchen/recipe-import/page/mhtml.ts";
import { decodePage } from "#kitchen/recipe-import/page/read.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { refusal } from "../../support/home/home.ts";
import { upload } from "../../support/home/multipart.ts";
import { importing } from "./importing.ts";

const boundary = "----MultipartBoundary--k3y----";
const html =
  '<html><body><div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Käsespätzle</h1>' +
  '<p itemprop="recipeIngredient">250 g Spätzle</p><p itemprop="recipeInstructions">Schmelzen & mischen.</p></div></body></html>';

const quoted = (bytes: Uint8Array) =>
  [...bytes]
    .map((byte) =>
      byte === 61 || byte > 126 ? `=${byte.toString(16).toUpperCase().padStart(2, "0")}` : String.fromCharCode(byte),
    )
    .join("")
    .replace(/((?:=[0-9A-F]{2}|[^=]){60,70}?)(?=.)/g, "$1=\r\n");

function message(encoding: string, body: string, { charset = "", before = "" } = {}): Buffer {
  const lines = [
    "From: <Saved by Blink>",
    "Snapshot-Content-Location: https://koch.example/spaetzle",
    "Subject: =?utf-8?Q?K=C3=A4sesp=C3=A4tzle?=",
    "MIME-Version: 1.0",
    "Content-Type: multipart/related;",
    '\ttype="text/html";',
    `\tboundary="${boundary}"`,
    "",
    "",
    `--${boundary}`,
    ...(before === "" ? [] : [before, `--${boundary}`]),
    `Content-Type: text/html${charset}`,
    "Content-ID: <frame-1@mhtml.blink>",
    `Content-Transfer-Encoding: ${encoding}`,
    "Content-Location: https://koch.example/spaetzle",
    "",
    body,
    `--${boundary}`,
    "Content-Type: image/png",
    "Content-Transfer-Encoding: base64",
    "",
    "iVBORw0KGgo=",
    `--${boundary}--`,
    "",
  ];
  return Buffer.from(lines.join("\r\n"), "latin1");
}

const textOf = (bytes: Uint8Array) => {
  const page = readMhtml(bytes);
  return page && { text: decodePage(page.bytes, page.contentType).trim(), address: page.address };
};
const utf8 = Buffer.from(html);
const latin = Buffer.from(html, "latin1");
const address = "https://koch.example/spaetzle";

describe("an MHTML file of a saved page", () => {
  test.each([
    ["quoted-printable", message("quoted-printable", quoted(utf8), { charset: "; charset=utf-8" })],
    ["base64", message("base64", utf8.toString("base64").replace(/.{76}/g, "$&\r\n"))],
    ["8bit", message("8bit", utf8.toString("latin1"))],
    ["binary", message("binary", utf8.toString("latin1"))],
    ["another charset", message("Quoted-Printable", quoted(latin), { charset: '; charset="iso-8859-1"' })],
    [
      "lines without a carriage return",
      Buffer.from(message("8bit", utf8.toString("latin1")).toString("latin1").replaceAll("\r", ""), "latin1"),
    ],
    [
      "another part before",
      message("8bit", utf8.toString("latin1"), { before: "Content-Type: text/css\r\n\r\np { }" }),
    ],
    [
      "a part in a part",
      message("8bit", utf8.toString("latin1"), {
        before: `Content-Type: multipart/alternative; boundary=in\r\n\r\n--in\r\nContent-Type: text/plain\r\n\r\nx\r\n--in--`,
      }),
    ],
  ])("An MHTML file of a saved page is read: %s", (_, bytes) => {
    expect(textOf(bytes)).toEqual({ text: html, address });
  });

  test.each([
    ["a page", utf8],
    ["nothing", Buffer.from("")],
    ["no HTML", Buffer.from("Content-Type: text/plain\r\n\r\nSoup")],
    ["an encoding that nobody knows", message("x-gzip", "x")],
    ["a message without a boundary", Buffer.from("Content-Type: multipart/related\r\n\r\n--x\r\n\r\n<p>")],
    [
      "parts without an end",
      Buffer.from(`Content-Type: multipart/related; boundary=x\r\n\r\n${"--x\r\n".repeat(100_000)}`),
    ],
    ["parts in parts", Buffer.from(`${"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n".repeat(20_000)}`)],
    ["headers without an end", Buffer.from(`Content-Type: text/html\r\n${"X: y\r\n".repeat(500_000)}`)],
  ])("An MHTML file of a saved page is not recognised in %s", (_, bytes) => {
    const begin = cpuTime();
    const page = readMhtml(bytes);
    expect(page && Buffer.from(page.bytes).toString()).toBeFalsy();
    expect(cpuTime() - begin).toBeLessThan(1_000);
  });

  test("An MHTML file of a saved page becomes a draft of a recipe with the page's address as the source", async () => {
    const { anna } = await importing();
    const send = (bytes: Uint8Array) =>
      anna.call("POST", "/app/recipes/drafts/page", upload(bytes, "page.mhtml", "multipart/related"));
    const { status, body } = await send(message("quoted-printable", quoted(utf8)));
    expect([status, body.recipe]).toMatchObject([
      200,
      { name: "Käsespätzle", ingredients: ["250 g Spätzle"], sourceUrl: address, sourceName: "koch.example" },
    ]);
    const refused = await send(Buffer.from("Content-Type: text/plain\r\n\r\nSoup"));
    expect(refused.body).toEqual(refusal(422, "The page holds no recipe that can be read: copy its text and paste it"));
  });
});
