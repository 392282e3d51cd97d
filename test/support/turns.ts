/** Counts the turns of the event loop in which other work could run during a request to a server in this process. */
export async function turnsOf<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const answer = await ask();
  isDone = true;
  return { answer, turns };
}
