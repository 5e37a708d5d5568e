/** What was typed, as the calls take it. */

/** A number where it is one, else the text itself; null for nothing. */
export function numberOrText(text: string): number | string | null {
  if (text === '') return null
  return /^[-+]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text
}

/** The lines that say something. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
