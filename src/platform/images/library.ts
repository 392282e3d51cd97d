let folder: string | null = null;

/** Sets the folder of the image library. Null means the library inside the binary. */
export function setImageLibraryDir(path: string | null): void {
  folder = path;
}

export function imageLibraryDir(): string | null {
  return folder;
}
