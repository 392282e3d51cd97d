let folder: string | null = null;

/** Sets the folder from which the image library is loaded. Null means the library inside the binary. */
export function setImageLibraryDir(path: string | null): void {
  folder = path;
}

export function imageLibraryDir(): string | null {
  return folder;
}
