import type { TargetedKeyboardEvent, TargetedPointerEvent, TargetedWheelEvent } from "preact";
import { useId, useRef } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useObjectUrl } from "#web/ui/use-object-url.ts";
import { type Crop, maxZoom, moveCrop, type Size, wholeCrop, zoomCrop, zoomOf } from "./crop.ts";

export type Cropping = { readonly picture: Size; readonly crop: Crop };

type Point = { readonly x: number; readonly y: number };

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Distance by which an arrow key moves the square, as a fraction of the square's side. */
const arrowStep = 0.04;
const zoomStep = 1.1;

/**
 * Field in which the user chooses a square part of a picture. `value` is null while the picture loads. An arrow key
 * moves the square over the picture. A drag moves the picture below the square.
 */
export function Cropper(props: {
  file: File;
  value: Cropping | null;
  onChange: (value: Cropping) => void;
  /** Called if the browser cannot show the picture file. */
  onUnreadable: () => void;
}) {
  const { photo } = useText().settings;
  const { file, value, onChange, onUnreadable } = props;
  const hint = useId();
  const url = useObjectUrl(file);
  const fingers = useRef(new Map<number, Point>());
  const zoomTo = (zoom: number) => {
    if (value) onChange({ ...value, crop: zoomCrop(value.crop, zoom, value.picture) });
  };
  const moveBy = (by: Point) => {
    if (value) onChange({ ...value, crop: moveCrop(value.crop, by, value.picture) });
  };
  const zoom = value ? zoomOf(value.crop, value.picture) : 1;

  const drag = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before || !value) return;
    const now = pointOf(event);
    const [other] = [...fingers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    fingers.current.set(event.pointerId, now);
    if (other) return zoomTo((zoom * distance(now, other)) / Math.max(distance(before, other), 1));
    const scale = value.crop.size / event.currentTarget.clientWidth;
    moveBy({ x: (before.x - now.x) * scale, y: (before.y - now.y) * scale });
  };
  const lift = ({ pointerId }: TargetedPointerEvent<HTMLDivElement>) => fingers.current.delete(pointerId);
  const press = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const arrow = arrows[event.key];
    const isZoom = ["+", "=", "-"].includes(event.key);
    if (!value || !(arrow || isZoom)) return;
    event.preventDefault();
    const step = value.crop.size * arrowStep;
    if (arrow) moveBy({ x: arrow.x * step, y: arrow.y * step });
    else zoomTo(event.key === "-" ? zoom / zoomStep : zoom * zoomStep);
  };
  const turnWheel = (event: TargetedWheelEvent<HTMLDivElement>) => {
    event.preventDefault();
    zoomTo(zoom * (event.deltaY < 0 ? zoomStep : 1 / zoomStep));
  };

  return (
    <div className="cropper">
      {/* Pixels count from the left in every language. */}
      <div
        className="cropper-stage"
        dir="ltr"
        role="application"
        aria-label={photo.cropLabel}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        onKeyDown={press}
        onWheel={turnWheel}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, pointOf(event));
        }}
        onPointerMove={drag}
        onPointerUp={lift}
        onPointerCancel={lift}
      >
        {url && (
          <img
            src={url}
            alt=""
            draggable={false}
            style={value ? placeOf(value) : { visibility: "hidden" }}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              onChange({ picture: { width, height }, crop: wholeCrop({ width, height }) })
            }
            onError={onUnreadable}
          />
        )}
      </div>
      <label className="cropper-zoom">
        <span className="small">{photo.zoom}</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          disabled={!value}
          aria-valuetext={photo.zoomed(Math.round(zoom * 100))}
          onInput={({ currentTarget }) => zoomTo(Number(currentTarget.value))}
        />
      </label>
      <p id={hint} className="soft small">
        {photo.cropHint}
      </p>
    </div>
  );
}

function placeOf({ picture, crop }: Cropping) {
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    inlineSize: share(picture.width, crop.size),
    blockSize: share(picture.height, crop.size),
    transform: `translate(-${share(crop.x, picture.width)}, -${share(crop.y, picture.height)})`,
  };
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
