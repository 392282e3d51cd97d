import type { Catalogue } from "#web/i18n/catalogue.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { uploadFile } from "#web/sync/api/upload.ts";
import { type Command, command } from "#web/sync/command.ts";

type Upload<Variables> = Pick<Command<Variables, unknown>, "invalidates" | "done"> & {
  /** Returns the path on the server to which the picture is sent. */
  readonly path: (variables: Variables) => string;
};

/** Declares a command that uploads a picture. */
export function pictureUpload<Variables extends { readonly file: File }>({ path, ...declared }: Upload<Variables>) {
  return command({
    ...declared,
    send: (variables: Variables, _, report) => {
      report(0); // Shows the progress before the first part is sent.
      return uploadFile(path(variables), variables.file, report);
    },
    errorMessage: ({ picture }, _, failure) => refusalText(failure, picture),
  });
}

function refusalText(failure: unknown, picture: Catalogue["picture"]): string | null {
  if (!(failure instanceof Failure)) return null;
  const { status, code, field } = failure;
  if (status === 413) return picture.tooLarge;
  if (status === 415) return picture.wrongType;
  if (code !== "unprocessable") return null;
  return field === "file" ? picture.tooManyPixels : picture.unreadable;
}
