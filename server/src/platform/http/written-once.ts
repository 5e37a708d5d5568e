/** Null until the answer is written. */
const texts = new WeakMap<object, string | null>()

/** Marks an answer that is given repeatedly. It is checked and serialised only once, and must not change afterwards. */
export function writtenOnce<Answer extends object>(answer: Answer): Answer {
  texts.set(answer, null)
  return answer
}

/** The serialised answer, from the cache or by `write`. */
export function textOf(answer: unknown, write: () => string): string {
  if (typeof answer !== 'object' || answer === null) return write()
  const known = texts.get(answer)
  if (known === undefined) return write()
  const text = known ?? write()
  texts.set(answer, text)
  return text
}
