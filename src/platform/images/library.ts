let folder: string | null = null;

/** Null: the library inside the binary. */
export function setImageLibraryDir(path: string | null): void {
  folder = path;
}

export function imageLibraryDir(): string | null {
  return folder;
}
