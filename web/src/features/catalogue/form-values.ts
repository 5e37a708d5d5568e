import { readNumber } from '../../lib/read-number.ts'

/** What was typed, as the calls take it. */

/** A number where it is one, else the text itself; null for nothing. */
export function numberOrText(text: string): number | string | null {
  return text === '' ? null : (readNumber(text, null) ?? text)
}

/** The lines that say something. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
