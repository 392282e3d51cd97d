import { useState } from "preact/hooks";
import { ConfirmCommand } from "#web/forms/confirm-command.tsx";
import { PictureButton, UploadState, usePictureUpload } from "#web/forms/picture-upload.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Camera, Image, Trash2 } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { removeRecipePhoto, uploadRecipePhoto } from "./model/commands.ts";
import type { Recipe } from "./model/source.ts";

/** Sheet to change the photo of a recipe. Each change is saved at once. */
export function PhotoSheet({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const { recipes: text, common } = useText();
  const [isRemoving, setRemoving] = useState(false);
  const upload = usePictureUpload();
  const choose = async (file: File) => {
    if (await upload.run(uploadRecipePhoto, { id: recipe.id, name: recipe.name, file })) onClose();
  };
  const isBusy = upload.share !== null;
  return (
    <Sheet
      open
      onClose={onClose}
      size="s"
      title={text.photo}
      sub={`${recipe.emoji} ${recipe.name}`}
      footer={<Button onClick={onClose}>{common.cancel}</Button>}
    >
      <div className="picture-upload">
        {recipe.photo && <img className="recipes-photo" src={recipe.photo.url} alt={recipe.name} />}
        <div className="picture-buttons">
          <PictureButton
            label={recipe.photo ? text.changePhoto : text.choosePhoto}
            icon={<Image />}
            busy={isBusy}
            onChoose={(file) => void choose(file)}
          />
          <PictureButton
            label={text.takePhoto}
            icon={<Camera />}
            busy={isBusy}
            isCamera
            onChoose={(file) => void choose(file)}
          />
          {recipe.photo && (
            <Button variant="quiet" icon={<Trash2 />} onClick={() => setRemoving(true)}>
              {text.removePhoto}
            </Button>
          )}
        </div>
        <UploadState {...upload} label={text.photo} />
      </div>
      {isRemoving && (
        <ConfirmCommand
          title={text.removePhotoTitle}
          confirm={text.removePhoto}
          command={removeRecipePhoto}
          variables={{ id: recipe.id, name: recipe.name }}
          onClose={() => setRemoving(false)}
        >
          {text.removePhotoHint}
        </ConfirmCommand>
      )}
    </Sheet>
  );
}
