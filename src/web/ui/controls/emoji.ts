/** The groups of {@link emojis}; the app names them in its catalogue. */
export const emojiGroups = ["people", "animals", "food", "home", "fun"] as const;
/** See {@link emojiGroups}. */
export type EmojiGroup = (typeof emojiGroups)[number];

/** A few dozen emoji that a household uses: for faces, lists and recipes. Older devices have them all. */
export const emojis: Readonly<Record<EmojiGroup, readonly string[]>> = {
  people: [..."😀😄😊😎🤓🥳😇🤠🤗🙃😴🤩👩👨👧👦👶👵👴🧔👱🧑👸🤴🦸🧙🧚🧜🧝🤖👽👻💪👑"],
  animals: [..."🦊🐻🐼🐨🐯🦁🐶🐱🐰🐹🐭🐮🐷🐸🐵🐔🐧🐦🦉🦄🐴🐝🦋🐞🐢🐙🐬🐳🦈🦖🦔🐌🦜"],
  food: [..."🍎🍌🍓🍇🍉🍋🥑🥕🌽🥦🍅🥔🍞🥐🥖🧀🥚🥞🥓🍔🍟🍕🌭🌮🌯🥗🍝🍜🍲🍛🍣🍚🥧🍰🎂🍪🍩🍫🍿🥛☕🍵🥤🍷"],
  home: [..."🏠🛒🧺🧹🧼🛁🚿🚽🔑🔧🔨🔌💡🔥🌵🌱🌻🌳🌙🌞⭐⛄🌈📦📚📝📌📅⏰💌💊💉🐾🚗🚲🚌🚀"],
  fun: [..."⚽🏀🎾🏊🚴🎿⛺🎒🎓🎨🎵🎸🎹🎮🎲🧩🎈🎁🎄🎃🎉🏆🎯🎬📷🗻🎢🎪💃💖✨"],
};
