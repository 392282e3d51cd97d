export const checkIns = {
  title: "Check-in",
  answered: "Thank you for answering",
  answer: "That’s my answer",
  change: "Change my answer",
  pickOne: "Pick a face first.",
  note: "Anything to add?",
  noteHint: "Only if you like. You and the grown-ups can read it.",
};
