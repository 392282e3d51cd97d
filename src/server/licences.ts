/** Licences of all components in the binary. `bun run notices` writes both files that are imported here. */
import list from "../../packaging/licences/components.json" with { type: "json" };
import path from "../../THIRD_PARTY_NOTICES.txt" with { type: "file" };

/** A component of the binary. `isPackage` is true if it is an npm package. */
export type Component = {
  readonly name: string;
  readonly version: string | null;
  readonly licence: string;
  readonly isPackage: boolean;
};

export const components: readonly Component[] = list;

export const readNotices = (): Promise<string> => Bun.file(path).text();
