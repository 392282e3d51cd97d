/**
 * `bun run pictures`: draws the pictures of the demo from plain shapes, so that the project owns their rights and can
 * license them.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const [width, height] = [1200, 800];
const folder = join(import.meta.dir, "../src/operations/demo/photos");
const largestBytes = 40_000;

const circle = (x: number, y: number, r: number, fill: string, more = "") =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
const rect = (x: number, y: number, w: number, h: number, fill: string, more = "") =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;
const path = (d: string, fill: string, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
const line = (d: string, stroke: string, thickness: number) =>
  path(d, "none", `stroke="${stroke}" stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round"`);
const turned = (degrees: number, x: number, y: number, inner: string) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${inner}</g>`;
const sky = (top: string, bottom: string) =>
  `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>
   </linearGradient></defs>${rect(0, 0, width, height, "url(#sky)")}`;
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join("");
/** Returns a pseudo-random fraction, which is the same in every run for the same index and salt. */
const scatter = (index: number, salt: number) => Math.abs(Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453) % 1;

const fir = (x: number, foot: number, size: number, fill: string) =>
  rect(x - size * 0.05, foot - size * 0.15, size * 0.1, size * 0.15, "#5d4037") +
  times(3, (i) => {
    const [base, half] = [foot - size * (0.12 + i * 0.26), size * (0.34 - i * 0.08)];
    return path(`M${x - half} ${base} L${x} ${base - size * 0.42} L${x + half} ${base} Z`, fill);
  });
const wheel = (x: number, y: number) =>
  circle(x, y, 130, "none", `stroke="#37474f" stroke-width="16"`) +
  times(12, (i) => turned(i * 30, x, y, line(`M${x} ${y} V${y - 125}`, "#90a4ae", 3))) +
  circle(x, y, 14, "#37474f");

/**
 * Drawings by name of the file, without its extension. The photo search of the demo finds them by the words in the
 * name.
 */
const drawings: Readonly<Record<string, string>> = {
  "beach-sunset-sea":
    sky("#ff8a65", "#ffe0b2") +
    circle(820, 400, 110, "#fff3c4") +
    rect(0, 430, width, 300, "#3f8fa8") +
    times(9, (i) => rect(820 - 100 + i * 9, 442 + i * 19, 200 - i * 18, 6, "#ffe9c0", `opacity="0.8"`)) +
    path("M0 620 Q300 560 620 630 T1200 600 V800 H0 Z", "#f0cf94") +
    path("M330 700 V430", "none", `stroke="#8d6e63" stroke-width="12"`) +
    path("M170 470 Q330 290 490 470 Q330 430 170 470 Z", "#e5533d") +
    path("M270 448 Q330 290 390 448 Q330 432 270 448 Z", "#fff1e0"),
  "mountains-lake-hiking":
    sky("#6ea8d8", "#e3f0f7") +
    path("M0 520 L260 220 L430 420 L640 140 L900 440 L1030 320 L1200 500 V560 H0 Z", "#61788c") +
    path("M640 140 L560 247 L610 235 L645 270 L690 230 L735 250 Z M260 220 L200 290 L255 275 L310 280 Z", "#f7fbff") +
    path("M0 540 Q600 470 1200 540 V640 H0 Z", "#4c7a52") +
    rect(0, 600, width, 200, "#4f90b5") +
    times(14, (i) => rect(scatter(i, 1) * 1100, 620 + i * 12, 40 + scatter(i, 2) * 120, 4, "#a9d2e6")) +
    times(7, (i) => fir(60 + i * 180, 620, 110 + scatter(i, 3) * 60, "#2f5d3a")),
  "market-vegetables-tomatoes":
    sky("#fff4da", "#f6dcae") +
    times(8, (i) => rect(i * 150, 0, 150, 170, i % 2 ? "#fdf7ef" : "#d64b3c")) +
    times(3, (i) => path(`M${40 + i * 390} 450 h340 l-30 290 h-280 Z`, "#a9743f")) +
    times(15, (i) => circle(90 + (i % 5) * 60, 440 - Math.floor(i / 5) * 48, 36, i % 4 ? "#d8382b" : "#e8644b")) +
    times(9, (i) => turned(-50 + i * 12, 600, 500, path(`M585 500 L600 270 L615 500 Z`, "#ef8a2a"))) +
    times(9, (i) => turned(-50 + i * 12, 600, 500, line("M600 270 V225", "#4f8f3a", 12))) +
    times(12, (i) => circle(880 + (i % 4) * 75, 440 - Math.floor(i / 4) * 55, 46, i % 3 ? "#6aa84f" : "#86bf66")) +
    times(3, (i) => rect(40 + i * 390, 520, 340, 16, "#8a5a2c") + rect(50 + i * 390, 640, 320, 16, "#8a5a2c")),
  "birthday-cake-candles":
    sky("#7d5ba6", "#f4b8c6") +
    times(40, (i) =>
      circle(scatter(i, 4) * width, scatter(i, 5) * 500, 9, ["#ffd166", "#ef476f", "#06d6a0"][i % 3] ?? ""),
    ) +
    path("M180 690 H1020 L980 740 H220 Z", "#fdfdfd") +
    rect(300, 450, 600, 240, "#f7d9b5", `rx="24"`) +
    path(
      "M300 520 V470 q0 -40 40 -40 H860 q40 0 40 40 V520 q-50 70 -100 0 q-50 60 -100 0 q-50 80 -100 0 q-50 60 -100 0 q-50 70 -100 0 q-50 60 -100 0 Z",
      "#e8788f",
    ) +
    times(
      7,
      (i) =>
        rect(352 + i * 80, 330, 18, 105, i % 2 ? "#4ecdc4" : "#ffe66d") +
        circle(361 + i * 80, 305, 15, "#ff9f1c") +
        circle(361 + i * 80, 309, 8, "#fff3b0"),
    ),
  "camping-tent-night":
    sky("#14213d", "#40507a") +
    times(70, (i) => circle(scatter(i, 6) * width, scatter(i, 7) * 480, 1 + scatter(i, 8) * 3, "#fdf6d8")) +
    circle(980, 150, 70, "#f6edc9") +
    circle(1010, 135, 62, "#1b2947") +
    times(9, (i) => fir(i * 150, 600, 200 + scatter(i, 9) * 120, "#0f2a24")) +
    path("M0 590 Q600 550 1200 590 V800 H0 Z", "#25402f") +
    path("M320 690 L560 350 L860 690 Z", "#e9a13b") +
    path("M560 350 L660 690 H500 Z", "#ffe2a0") +
    line("M560 350 L250 710 M560 350 L930 710", "#c9b08a", 4),
  "christmas-tree-presents":
    sky("#7b1e2b", "#c0563f") +
    rect(0, 650, width, 150, "#8a5a3c") +
    fir(600, 690, 620, "#1f5f3f") +
    times(26, (i) => {
      const down = scatter(i, 10);
      return circle(
        600 + (scatter(i, 11) - 0.5) * 360 * down,
        190 + down * 390,
        14,
        ["#ffd166", "#e63946", "#a8dadc"][i % 3] ?? "",
      );
    }) +
    path("M600 60 l16 42 45 2 -35 28 12 43 -38 -25 -38 25 12 -43 -35 -28 45 -2 Z", "#ffe08a") +
    rect(300, 580, 170, 140, "#2a9d8f") +
    rect(372, 580, 26, 140, "#f4e3c1") +
    rect(760, 610, 220, 110, "#e9c46a") +
    rect(856, 610, 26, 110, "#b23a48") +
    rect(490, 650, 90, 70, "#457b9d"),
  "tools-workshop-hammer":
    sky("#c9a67a", "#a97f52") +
    times(6, (i) => rect(0, i * 134, width, 5, "#8f6840")) +
    turned(
      -18,
      330,
      400,
      rect(305, 240, 50, 420, "#6b4226", `rx="18"`) + rect(200, 170, 260, 95, "#56606b", `rx="14"`),
    ) +
    turned(
      12,
      640,
      400,
      rect(620, 330, 40, 330, "#9aa5b1") +
        circle(640, 270, 88, "#9aa5b1") +
        path("M600 150 h80 v110 h-80 Z", "#b8946a"),
    ) +
    turned(8, 930, 400, rect(918, 190, 24, 260, "#b0bac4") + rect(890, 440, 80, 230, "#d1432f", `rx="26"`)) +
    times(8, (i) => circle(120 + i * 140, 730 + scatter(i, 12) * 30, 13, "#5b6570")),
  "books-reading-shelf":
    sky("#efe3cf", "#e0cba8") +
    times(2, (row) =>
      times(18, (i) => {
        const tall = 200 + scatter(i + row * 20, 13) * 90;
        const fill =
          ["#b5483a", "#33658a", "#758e4f", "#f2a541", "#5f4b66", "#86bbd8"][
            Math.floor(scatter(i + row * 20, 14) * 6)
          ] ?? "";
        return (
          rect(70 + i * 59, 370 + row * 360 - tall, 52, tall, fill, `rx="4"`) +
          rect(78 + i * 59, 400 + row * 360 - tall, 36, 10, "#fbf3e2")
        );
      }),
    ) +
    times(2, (row) => rect(40, 370 + row * 360, 1120, 30, "#7a5230")),
  "bicycle-ride-road":
    sky("#8fd0e8", "#eaf7ee") +
    circle(1010, 150, 75, "#ffe27a") +
    path("M0 560 Q300 440 620 540 T1200 500 V800 H0 Z", "#8cc06d") +
    rect(0, 660, width, 140, "#78808a") +
    times(6, (i) => rect(40 + i * 210, 726, 110, 10, "#f3f0e4")) +
    wheel(400, 570) +
    wheel(800, 570) +
    line(
      "M400 570 L520 380 H720 L590 570 Z M520 380 L590 570 M720 380 L800 570 M700 320 L720 380 M700 320 H760",
      "#d1432f",
      16,
    ) +
    line("M500 340 L520 380 M465 338 H540", "#37474f", 16) +
    circle(590, 570, 26, "#37474f"),
  "garden-flowers-spring":
    sky("#bfe6f5", "#f3fbe6") +
    path("M0 470 Q600 400 1200 470 V800 H0 Z", "#79b356") +
    times(24, (i) => {
      const [x, y] = [30 + scatter(i, 15) * 1140, 450 + (i / 24) * 270];
      const fill = ["#e5577a", "#f6c445", "#b07cd8", "#ff8a5c", "#ffffff"][i % 5] ?? "";
      return (
        line(`M${x} ${y} V${y + 90}`, "#3f7d3a", 7) +
        times(6, (p) => turned(p * 60, x, y, circle(x, y - 22, 16, fill))) +
        circle(x, y, 13, "#f9e27d")
      );
    }),
  "snow-winter-snowman":
    sky("#a9c6de", "#eef5fa") +
    times(8, (i) => fir(40 + i * 165, 560, 190 + scatter(i, 16) * 90, "#6f9a93")) +
    path("M0 550 Q400 480 800 550 T1200 530 V800 H0 Z", "#fbfdff") +
    circle(600, 620, 130, "#ffffff", `stroke="#d5e3ee" stroke-width="5"`) +
    circle(600, 430, 95, "#ffffff", `stroke="#d5e3ee" stroke-width="5"`) +
    circle(600, 295, 68, "#ffffff", `stroke="#d5e3ee" stroke-width="5"`) +
    rect(530, 225, 140, 16, "#2e3440") +
    rect(555, 135, 90, 95, "#2e3440") +
    rect(555, 205, 90, 14, "#c0392b") +
    circle(577, 285, 8, "#2e3440") +
    circle(623, 285, 8, "#2e3440") +
    path("M600 300 L680 316 L600 320 Z", "#ef8a2a") +
    times(3, (i) => circle(600, 400 + i * 45, 9, "#2e3440")) +
    line("M510 420 L400 340 M690 420 L800 340", "#6b4226", 10) +
    times(70, (i) => circle(scatter(i, 17) * width, scatter(i, 18) * height, 3 + scatter(i, 19) * 5, "#ffffff")),
  "bread-baking-kitchen":
    sky("#f8e9d2", "#e9cfa6") +
    times(9, (x) => times(3, (y) => rect(x * 152 + (y % 2) * 76 - 76, y * 112, 146, 106, "#fbf4e6", `rx="6"`))) +
    rect(0, 600, width, 200, "#9c6b3f") +
    rect(0, 600, width, 14, "#80552f") +
    path("M240 640 Q240 380 600 380 Q960 380 960 640 Q960 690 900 690 H300 Q240 690 240 640 Z", "#c27d38") +
    path("M270 610 Q300 410 600 410 Q900 410 930 610 Q760 500 600 505 Q430 500 270 610 Z", "#dda157") +
    times(4, (i) => line(`M${390 + i * 120} 520 q40 -60 70 -85`, "#f5dcae", 18)) +
    times(24, (i) => circle(120 + scatter(i, 20) * 960, 715 + scatter(i, 21) * 60, 3 + scatter(i, 22) * 5, "#fbf1dd")),
};

mkdirSync(folder, { recursive: true });
for (const [name, shapes] of Object.entries(drawings)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  const picture = await sharp(Buffer.from(svg)).webp({ quality: 80, effort: 6 }).toBuffer();
  if (picture.length > largestBytes) throw new Error(`${name} takes ${picture.length} bytes`);
  await Bun.write(join(folder, `${name}.webp`), picture);
  console.log(`${name}.webp: ${picture.length} bytes`);
}
