/** Giving a list another cover, so that rows and files agree whatever happens in between. */
import { encodeCover } from "../../images/to-webp.ts";
import { removeCover, storeCover } from "./files.ts";

/** What a row says after it was pointed at a new cover. `replaced`: the file it pointed at before; null: none. */
export type Pointed<Answer> = { readonly answer: Answer; readonly replaced: string | null };

/**
 * Makes a cover of a picture and keeps it; then `point` makes a row point at it, in one transaction of its own; then the file
 * of the cover before goes. Where anything fails, the old cover stays as it was and the new file goes; after a crash, the sweep
 * at the next start removes what no row points at. `mayStore` throws where nothing must be kept any more: making the picture
 * takes its time.
 * @throws ApiError as `encodeCover` and `storeCover` do, or what `point` throws.
 */
export async function replaceCover<Answer>(
  dataDir: string,
  picture: Uint8Array,
  point: (name: string) => Pointed<Answer>,
  mayStore: () => void = () => {},
): Promise<Answer> {
  const encoded = await encodeCover(picture);
  mayStore();
  const name = await storeCover(dataDir, encoded);
  try {
    const { answer, replaced } = point(name);
    if (replaced !== null) await removeCover(dataDir, replaced);
    return answer;
  } catch (error) {
    await removeCover(dataDir, name);
    throw error;
  }
}
