/** The tool that sets covers. The photo provider here serves the household's own pictures. */
import { expect, test } from "bun:test";
import { createPhotos } from "#lists/photos/photos.ts";
import { silentLog } from "#platform/http/log.ts";
import { picture } from "../../lists/photos/fake-provider.ts";
import { newPath, put } from "../../support/home/folders.ts";
import { serverInProcess, testDeps } from "../../support/home/home.ts";
import { mcpGroceries, nobody } from "../../support/mcp/lists.ts";
import { tail } from "../../support/mcp/mcp.ts";

async function withPictures(provider = "folder") {
  const dataDir = newPath();
  for (const name of ["beach-sunset.webp", "beach_tent.webp", "b “evil”.webp"]) put(dataDir, `photos/${name}`, picture);
  const env = { PHOTO_PROVIDER: provider, DATA_DIR: dataDir };
  const photos = createPhotos(testDeps(env).config, silentLog);
  const home = await mcpGroceries({ server: serverInProcess(env, { photos }) });
  const cover = async () => (await home.find(home.listId)).cover;
  return {
    ...home,
    cover,
    set: (input: object, told = {}) => home.use("set_list_cover", { list: "groceries", ...input }, told),
  };
}

test("The tool set_list_cover sets, hides, shows or removes the cover of a list", async () => {
  const home = await withPictures();
  const before = home.entries().length;
  const { data, texts } = await home.set({ query: "beach" });
  expect(data).toEqual({
    ...{
      id: tail(home.listId),
      activityId: tail(home.entries()[0]?.id),
      cover: "photo",
      hidden: false,
      photographer: "Test",
    },
    others: ["folder:beach_tent.webp"],
  });
  expect(texts[0].split("\n")).toEqual([
    `Cover of “Groceries”: photo · “beach sunset” (photoId “folder:beach-sunset.webp”) · photo by “Test” · id ${tail(home.listId)} · activityId ${data.activityId}`,
    "Others that match:",
    "- “beach tent” · photoId “folder:beach_tent.webp”",
  ]);
  const { url } = await home.cover();
  expect((await home.set({ photoId: data.others[0] })).data).toMatchObject({ cover: "photo", others: [] });
  expect((await home.cover()).url).not.toBe(url);
  const hidden = await home.set({ hidden: true });
  expect([hidden.data.hidden, (await home.cover()).hidden]).toEqual([true, true]);
  expect((await home.set({ hidden: true })).data.activityId).toBeUndefined();
  expect(await home.undoStatus(hidden.data.activityId)).toBe(200);
  expect((await home.cover()).hidden).toBe(false);
  expect((await home.set({ remove: true })).texts[0]).toBe(
    "confirm: must be true to delete the cover of “Groceries” (an undo restores its picture for 25 hours)",
  );
  expect((await home.set({ remove: true, confirm: true })).data).toMatchObject({
    cover: "gradient",
  });
  expect((await home.cover()).kind).toBe("gradient");
  expect(home.entries().length).toBe(before + 5);
});

const exactly = "Send exactly one of query, photoId, remove: true and hidden";
test.each([
  [{}, exactly, "Parameter query"],
  [{ query: "beach", hidden: true }, exactly, "Parameter query"],
  [{ remove: false }, exactly, "Parameter remove"],
  [{ query: "mountains" }, "query: no photo was found for “mountains”", "fewer or plainer words"],
  [{ query: "" }, "Send exactly one of query, photoId, remove: true and hidden", "query"],
  [{ photoId: "folder:none.webp" }, "Photo not found", "Parameter photoId"],
  [{ photoId: "https://example.org/x.png" }, "Photo not found", "Parameter photoId"],
  [{ list: nobody, query: "beach" }, "List not found", "list_lists"],
  [{ list: "Attic", query: "beach" }, "list: no such list: “Attic”", "“Groceries”"],
])("The tool set_list_cover refuses %j, and does not change the cover", async (input, text, repair) => {
  const home = await withPictures();
  const before = home.entries().length;
  const { isError, texts } = await home.set(input);
  expect([isError, texts[0]]).toEqual([true, text]);
  expect(texts[1]).toContain(repair);
  expect([(await home.cover()).kind, home.entries().length]).toEqual(["gradient", before]);
});

test("The tool set_list_cover needs the read scope only for a search", async () => {
  const home = await withPictures();
  const { key } = home.createKey({ scopes: ["lists.write"] });
  const list = home.listId;
  expect((await home.set({ list, query: "beach" }, { key })).texts[0]).toBe("Missing scope: lists.read");
  expect((await home.set({ list, photoId: "folder:beach_tent.webp" }, { key })).data.cover).toBe("photo");
  const off = await withPictures("off");
  for (const input of [{ query: "beach" }, { photoId: "folder:beach_tent.webp" }]) {
    const { texts } = await off.set(input);
    expect(texts[0]).toBe("Photo search is turned off");
    expect(texts[1]).toContain("turn it on");
  }
});
