/**
 * Emoji picker. The app has its own picker, because the libraries are large: frimousse is about 12 kB compressed, and
 * emoji-mart with its data is more than 100 kB.
 */
import type { TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import { useLabels } from "../display/labels.tsx";
import { FieldSet, type FieldTexts } from "./field.tsx";
import { SegmentedControl } from "./segmented.tsx";
import { TextField } from "./text-field.tsx";

export function EmojiPicker(
  props: FieldTexts & {
    value: string | null;
    /** Emoji that is used, and shown as chosen, while nobody has chosen one. */
    suggested?: string;
    onChange: (emoji: string | null) => void;
    groups: Readonly<Record<EmojiGroup, string>>;
    firstGroup?: EmojiGroup;
  },
) {
  const { value, suggested, onChange, groups, firstGroup = "people", ...texts } = props;
  const labels = useLabels();
  const [group, setGroup] = useState<EmojiGroup>(firstGroup);
  const shown = emojis[group];
  // The Tab key reaches one emoji: the chosen one, or the first.
  const current = value ?? suggested;
  const stop = current && shown.includes(current) ? current : shown[0];
  const segments = emojiGroups.map((each) => ({
    value: each,
    label: groups[each],
    icon: emojis[each][0],
    hideLabel: true,
  }));
  return (
    <FieldSet {...texts}>
      <div className="emojis">
        <SegmentedControl label={props.label} value={group} segments={segments} onChange={setGroup} wide />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only, for the buttons inside */}
        <div className="emoji-grid" onKeyDown={moveFocus}>
          {shown.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className="emoji"
              tabIndex={emoji === stop ? 0 : -1}
              aria-pressed={emoji === current}
              onClick={() => onChange(emoji === value ? null : emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
        <TextField
          label={labels.ownEmoji}
          value={value ?? ""}
          placeholder={suggested}
          maxLength={16}
          onChange={(text) => onChange(text.trim() || null)}
        />
      </div>
    </FieldSet>
  );
}

function moveFocus(event: TargetedKeyboardEvent<HTMLElement>) {
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = cells.findIndex((cell) => cell.matches(":focus"));
  const columns = cells.filter((cell) => cell.offsetTop === cells[0]?.offsetTop).length;
  const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
  const step = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: columns, ArrowUp: -columns }[event.key];
  const next = step && at >= 0 ? cells[at + step] : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const emojiGroups = ["people", "animals", "food", "home", "fun"] as const;
type EmojiGroup = (typeof emojiGroups)[number];

/** Emoji by group. Newer emoji are left out, because older devices cannot show them. */
const emojis: Readonly<Record<EmojiGroup, readonly string[]>> = {
  people: [..."😀😄😊😎🤓🥳😇🤠🤗🙃😴🤩👩👨👧👦👶👵👴🧔👱🧑👸🤴🦸🧙🧚🧜🧝🤖👽👻💪👑"],
  animals: [..."🦊🐻🐼🐨🐯🦁🐶🐱🐰🐹🐭🐮🐷🐸🐵🐔🐧🐦🦉🦄🐴🐝🦋🐞🐢🐙🐬🐳🦈🦖🦔🐌🦜"],
  food: [..."🍎🍌🍓🍇🍉🍋🥑🥕🌽🥦🍅🥔🍞🥐🥖🧀🥚🥞🥓🍔🍟🍕🌭🌮🌯🥗🍝🍜🍲🍛🍣🍚🥧🍰🎂🍪🍩🍫🍿🥛☕🍵🥤🍷"],
  home: [..."🏠🛒🧺🧹🧼🛁🚿🚽🔑🔧🔨🔌💡🔥🌵🌱🌻🌳🌙🌞⭐⛄🌈📦📚📝📌📅⏰💌💊💉🐾🚗🚲🚌🚀"],
  fun: [..."⚽🏀🎾🏊🚴🎿⛺🎒🎓🎨🎵🎸🎹🎮🎲🧩🎈🎁🎄🎃🎉🏆🎯🎬📷🗻🎢🎪💃💖✨"],
};
