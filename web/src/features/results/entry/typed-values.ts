import type { FormAnalyte, ResultForm } from '#contract/results.ts'
import { readNumber } from '../../../lib/read-number.ts'
import type { Typed } from '../../../screen/drafts/begin-draft.ts'

/** What cannot be read as a number goes as it was typed: the server names the field and says what is wrong. */
export function valuesOf({ analytes }: ResultForm, typed: Typed): Record<string, number | string> {
  const given = analytes.filter(({ code, calculated }) => !calculated && typed[code]?.trim())
  return Object.fromEntries(given.map((analyte) => [analyte.code, givenFor(analyte, typed)]))
}

function givenFor({ code, kind, decimals }: FormAnalyte, typed: Typed): number | string {
  const text = typed[code] ?? ''
  return kind === 'quantity' ? (readNumber(text, decimals) ?? text.trim()) : text
}
