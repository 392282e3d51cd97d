import { useText } from "#web/i18n/catalogue.ts";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

const feelings =
  "😄 🙂 😐 🙁 😢 🤩 😊 😎 🤗 🫂 😴 🥱 😕 😟 🥺 😡 🤒 🤕 💪 🚀 🌟 ⭐ 🌈 ☀️ ⛅ 🌧️ ⛈️ 🦉 🐢 🐇 🔥 🧊 👍 👎 ❤️ 💤".split(" ");

export function EmojiButton(props: { label: string; value: string; onChange: (emoji: string) => void }) {
  const { common } = useText();
  return (
    <Popover
      title={props.label}
      align="start"
      trigger={
        <button type="button" className="check-ins-emoji" aria-label={`${props.label}: ${props.value}`}>
          {props.value}
        </button>
      }
    >
      {(close) => (
        <>
          <div className="emoji-grid check-ins-feelings">
            {feelings.map((emoji) => (
              <button
                key={emoji}
                type="button"
                className="emoji"
                aria-pressed={emoji === props.value}
                onClick={() => {
                  props.onChange(emoji);
                  close();
                }}
              >
                {emoji}
              </button>
            ))}
          </div>
          <TextField label={common.labels.ownEmoji} value={props.value} maxLength={8} onChange={props.onChange} />
        </>
      )}
    </Popover>
  );
}
