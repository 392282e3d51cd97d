/** The photos of members, from upload to deletion. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { listHouseholds } from "#accounts/households/store.ts";
import { listMembers, setPhoto } from "#accounts/members/store.ts";
import { readFolder } from "#lib/files.ts";
import { day } from "#lib/time.ts";
import { findReferencedCovers, listReferencedCovers } from "#operations/backup/references.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { storePicture, sweepPictures } from "#platform/images/files.ts";
import { systemWork } from "#platform/work.ts";
import { newPath } from "../support/home/folders.ts";
import { type Home, household, refusal } from "../support/home/home.ts";
import { form, upload } from "../support/home/multipart.ts";
import { hostilePictures, refusals } from "../support/pictures/hostile-pictures.ts";
import { plain, quarters } from "../support/pictures/pictures.ts";
import { filled, now, restore, take } from "../support/records/backups.ts";
import { tablet } from "../support/records/check-ins.ts";

const wide = plain(640, 480).jpeg().toBuffer();
type Person = { readonly id: string };

const pathOf = ({ id }: Person, crop = "") => `/app/members/${id}/photo${crop}`;
const send = (as: Pick<Home, "call">, whose: Person, bytes: Uint8Array, crop = "") =>
  as.call("POST", pathOf(whose, crop), upload(bytes));
const fetched = (home: Home, url: string) => home.server.handle(new Request(`http://localhost${url}`));
const photoOf = async (home: Home, { id }: Person) =>
  (await home.get("/v1/households/me/members")).body.members.find((each: Person) => each.id === id).photo;
const files = (home: Home) => readFolder(join(home.server.dataDir, "covers", home.id));

async function arrange() {
  const home = await household();
  const { anna, ben, mia } = home.members;
  const gus = home.add("Gus", "guest");
  return { home, anna, ben, mia, gus, as: { anna: home.as(anna), ben: home.as(ben), mia: home.as(mia) } };
}

/** The colour in the middle of the stored photo, as red, green and blue of 0 or 255. */
async function colourOf(home: Home, url: string) {
  const bytes = Buffer.from(await (await fetched(home, url)).arrayBuffer());
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (128 * info.width + 128) * info.channels;
  return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? 255 : 0));
}

describe("a member's photo", () => {
  test("A member's photo is a small square WebP without metadata", async () => {
    const { home, mia, as } = await arrange();
    const place = {
      IFD0: { ImageDescription: "At home" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 30/1 0/1" },
    };
    const { status, body } = await send(
      as.anna,
      mia,
      await sharp(await wide)
        .withExif(place)
        .jpeg()
        .toBuffer(),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: mia.id, name: "Mia" });
    expect(body.photo.url).toMatch(/^\/covers\/\w{32}\.webp$/);
    expect(body.photoFile).toBeUndefined();
    const answer = await fetched(home, body.photo.url);
    expect(answer.headers.get("Content-Type")).toBe("image/webp");
    const stored = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(stored).toMatchObject({ format: "webp", width: 256, height: 256 });
    expect([stored.exif, stored.icc, stored.xmp]).toEqual([undefined, undefined, undefined]);
    expect(await photoOf(home, mia)).toEqual(body.photo);
    expect((await as.mia.get("/app/session")).body.member.photo).toEqual(body.photo);
    expect(home.entries()[0]).toMatchObject({ action: "updated", summary: "changed Mia's photo", changes: null });
  });

  test("A member's photo is the square that the caller chose, in pixels of the upright picture", async () => {
    const { home, mia, as } = await arrange();
    const picture = await quarters(64).png().toBuffer();
    // Red and green above, blue and white below; turned by 90° clockwise, blue and red are above.
    const turned = await sharp(picture).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
    for (const [bytes, crop, colour] of [
      [picture, "?x=0&y=0&size=32", [255, 0, 0]],
      [picture, "?x=32&y=0&size=32", [0, 255, 0]],
      [picture, "?x=0&y=32&size=32", [0, 0, 255]],
      [turned, "?x=0&y=0&size=30", [0, 0, 255]],
      [turned, "?x=34&y=0&size=30", [255, 0, 0]],
    ] as const) {
      const { body } = await send(as.mia, mia, bytes, crop);
      expect({ crop, colour: await colourOf(home, body.photo.url) }).toEqual({ crop, colour: [...colour] });
    }
    const tall = await plain(30, 64).png().toBuffer();
    const onSide = await sharp(tall).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await send(as.mia, mia, onSide, "?x=34&y=0&size=30")).status).toBe(200);
    for (const crop of ["?x=0&y=34&size=30", "?x=35&y=0&size=30", "?x=0&y=0&size=31"])
      expect((await send(as.mia, mia, onSide, crop)).body).toEqual(
        refusal(422, "size: must end within the picture, which has 64 × 30 pixels"),
      );
  });

  test.each([
    ["?x=0&y=0", "size: must be given with x and y"],
    ["?size=10", "size: must be given with x and y"],
    ["?x=0&y=0&size=0", "size: must be a whole number from 1 to 16384"],
    ["?x=-1&y=0&size=10", "x: must be a whole number from 0 to 16384"],
    ["?x=0&y=0.5&size=10", "y: must be a whole number from 0 to 16384"],
  ])("A member's photo is refused with the crop %s", async (crop, error) => {
    const { mia, as } = await arrange();
    expect((await send(as.mia, mia, await wide, crop)).body).toEqual(refusal(400, error));
  });

  test("A member's photo is deleted when replaced, on request, and with the member", async () => {
    const { home, anna, mia, ben, as } = await arrange();
    const first = (await send(as.mia, mia, await wide)).body.photo.url;
    const second = (await send(as.mia, mia, await wide)).body.photo.url;
    expect((await fetched(home, first)).status).toBe(404);
    expect((await fetched(home, second)).status).toBe(200);
    const { body } = await as.mia.delete(pathOf(mia));
    expect(body).toMatchObject({ id: mia.id, photo: null });
    expect(home.entries()[0]?.summary).toBe("removed Mia's photo");
    expect((await fetched(home, second)).status).toBe(404);
    const entries = home.entries().length;
    expect((await as.mia.delete(pathOf(mia))).body.photo).toBeNull();
    expect(home.entries().length).toBe(entries);
    const bens = (await send(as.ben, ben, await wide)).body.photo.url;
    expect((await as.anna.delete(`/app/members/${ben.id}`)).status).toBe(200);
    expect((await fetched(home, bens)).status).toBe(404);
    expect(await photoOf(home, anna)).toBeNull();
  });

  test("A member has one complete photo after several simultaneous uploads", async () => {
    const { home, mia, as } = await arrange();
    const before = files(home).length;
    await Promise.all([1, 2, 3].map(async () => send(as.mia, mia, await wide)));
    expect((await fetched(home, (await photoOf(home, mia)).url)).status).toBe(200);
    expect(files(home).length).toBe(before + 1);
  });

  test("A change of a member's photo cannot be undone, and undoing other changes keeps the photo", async () => {
    const { home, mia, as } = await arrange();
    const { body: coloured } = await as.anna.patch(`/app/members/${mia.id}`, { color: "berry" });
    const { photo } = (await send(as.anna, mia, await wide)).body;
    const [changed, recoloured] = home.entries();
    expect((await as.anna.post(`/v1/activity/${recoloured?.id}/undo`, undefined)).status).toBe(200);
    const { body } = await as.anna.get("/v1/households/me/members");
    const found = body.members.find(({ id }: Person) => id === mia.id);
    expect(found).toMatchObject({ photo });
    expect(found.color).not.toBe(coloured.color);
    const refused = (await as.anna.post(`/v1/activity/${changed?.id}/undo`, undefined)).body;
    expect(refused).toEqual(refusal(422, "This kind of change can't be undone"));
  });
});

describe("the permission to change a member's photo", () => {
  const adultsOnly = refusal(403, "Only an owner or adult can do this");

  test("Members may change their own photo, and adults may change any photo except that of an owner", async () => {
    const { home, anna, ben, mia, gus, as } = await arrange();
    const bytes = await wide;
    for (const [by, whose] of [
      [as.mia, mia],
      [home.as(gus), gus],
      [as.ben, mia],
      [as.anna, ben],
    ] as const) {
      expect((await send(by, whose, bytes)).status).toBe(200);
      expect((await by.delete(pathOf(whose))).status).toBe(200);
    }
    const ownersOnly = refusal(403, "Only an owner can change owners");
    for (const [by, whose, refused] of [
      [as.mia, ben, adultsOnly],
      [home.as(gus), mia, adultsOnly],
      [as.ben, anna, ownersOnly],
    ] as const) {
      expect((await send(by, whose, bytes)).body).toEqual(refused);
      expect((await by.delete(pathOf(whose))).body).toEqual(refused);
    }
  });

  test("A photo cannot be changed with an API key, on a tablet, signed out, or from another household", async () => {
    const { home, mia } = await arrange();
    const bytes = await wide;
    expect((await send(home, mia, bytes)).body).toEqual(refusal(403, "Only the app can do this"));
    const device = { Authorization: `Device ${(await tablet(home)).token}`, "X-Acting-Member": mia.id };
    const { headers, raw } = upload(bytes);
    const byDevice = await home.call("POST", pathOf(mia), { raw, headers: { ...headers, ...device } });
    expect(byDevice.body).toEqual(adultsOnly);
    const signedOut = await home.call("POST", pathOf(mia), { raw, headers, key: null });
    expect(signedOut.body).toEqual(refusal(401, "Not signed in"));
    const other = await home.neighbour();
    const stranger = other.as(other.members.anna);
    expect((await send(stranger, mia, bytes)).body).toEqual(refusal(404, "Member not found"));
    expect((await stranger.delete(pathOf(mia))).body).toEqual(refusal(404, "Member not found"));
  });
});

test("If an uploaded photo is refused, the member keeps the previous photo, and no file is left", async () => {
  const { home, mia, as } = await arrange();
  const whole = await wide;
  const { url } = (await send(as.mia, mia, whole)).body.photo;
  const entries = home.entries().length;
  const before = files(home).length;
  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
  expect((await send(as.mia, mia, svg)).body).toEqual(refusal(415, "Unsupported image type"));
  expect((await send(as.mia, mia, whole.subarray(0, 400))).body).toEqual(refusal(422, "Image cannot be read"));
  expect((await send(as.mia, mia, Buffer.alloc(8_388_609))).body).toEqual(refusal(413, "Image is larger than 8 MB"));
  for (const { name, bytes, error } of await hostilePictures()) {
    const { body } = await send(as.mia, mia, bytes, "?x=0&y=0&size=1");
    expect({ name, body }).toEqual({ name, body: refusal(422, refusals[error]) });
  }
  const two = form(
    { name: "file", content: whole, filename: "a.jpg" },
    { name: "file", content: whole, filename: "b.jpg" },
  );
  expect((await as.mia.call("POST", pathOf(mia), two)).body).toEqual(refusal(400, "file: exactly one image file"));
  expect((await as.mia.post(pathOf(mia), { file: "x" })).body).toEqual(refusal(415, "Expected multipart/form-data"));
  expect((await photoOf(home, mia)).url).toBe(url);
  expect((await fetched(home, url)).status).toBe(200);
  expect(files(home).length).toBe(before);
  expect(home.entries().length).toBe(entries);
});

test("A member's photo is in the backup, and the cleanup of unused pictures keeps the photo", async () => {
  const dataDir = filled({});
  const open = openDataDir(dataDir, { now });
  const [home] = listHouseholds(open);
  if (!home) throw new Error("no household");
  const name = await storePicture(dataDir, home.id, Buffer.from("a face"));
  const orphan = await storePicture(dataDir, home.id, Buffer.from("nobody's"));
  const work = systemWork(open, home, now);
  const [first] = listMembers(work);
  transact(open, () => setPhoto(work, first?.id ?? "", name));
  expect(listReferencedCovers(open.$client)).toEqual([{ householdId: home.id, file: name }]);
  expect([...(findReferencedCovers(open.$client, home.id) ?? [])]).toEqual([name]);
  expect(findReferencedCovers(open.$client, crypto.randomUUID())).toBeNull();
  const find = (id: string) => findReferencedCovers(open.$client, id);
  // Files carry the machine's time.
  const nextDay = new Date(statSync(join(dataDir, "covers", home.id, orphan)).mtimeMs + day);
  expect(await sweepPictures(dataDir, find, nextDay, new AbortController().signal)).toBe(1);
  closeDatabase(open);
  const folder = join("covers", home.id);
  expect(existsSync(join(dataDir, folder, orphan))).toBe(false);
  const restored = newPath();
  restore(take(dataDir).file, restored);
  expect(readFileSync(join(restored, folder, name), "utf8")).toBe("a face");
  const again = openDataDir(restored, { now });
  expect(listMembers(systemWork(again, home, now))[0]?.photo).toEqual({ url: `/covers/${name}` });
  closeDatabase(again);
});
