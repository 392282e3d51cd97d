/** `/covers/<name>`: the pictures themselves, for whoever knows the name (contract section 6). */
import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { unknownAddress } from "../../errors.ts";
import { readCover } from "./files.ts";

const headers = {
  "Content-Type": "image/webp",
  "Cache-Control": "private, max-age=31536000, immutable",
  "Content-Security-Policy": "default-src 'none'",
  "X-Content-Type-Options": "nosniff",
};

/** Open to everybody, and no operation of the API itself: the name is the secret. */
const hidden = { detail: { hide: true, security: [], "x-access": "public" } };

/** The pictures of lists, out of the data folder. */
export function coverFiles({ config }: Deps) {
  return new Elysia().get(
    "/covers/:file",
    async ({ params: { file } }) => {
      const picture = await readCover(config.dataDir, file);
      if (!picture) throw unknownAddress();
      return new Response(picture, { headers });
    },
    hidden,
  );
}
