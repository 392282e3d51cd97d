import { generate } from "lean-qr";
import { useMemo } from "preact/hooks";

/** Width of the empty margin, in modules (ISO/IEC 18004). */
const quietZone = 4;

/**
 * QR code with a caption. It is dark on white in every colour scheme, because many cameras cannot read other colours.
 */
export function QrCode({ label, content, caption }: { label: string; content: string; caption: string }) {
  const { size, path } = useMemo(() => draw(content), [content]);
  return (
    <figure className="qr-code">
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption className="soft small">{caption}</figcaption>
    </figure>
  );
}

function draw(content: string): { size: number; path: string } {
  const code = generate(content);
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (code.get(x, y)) path += `M${x + quietZone} ${y + quietZone}h1v1h-1z`;
    }
  }
  return { size: code.size + 2 * quietZone, path };
}
