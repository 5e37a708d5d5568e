import { normaliseCode } from '#server/platform/ids.ts'

/** The words of a name, split as in the columns `visit.words` and `person.words`: at all ASCII characters except letters and digits. */
export const wordsOf = (name: string): string[] =>
  name.split(/[\s!-/:-@[-`{-~]+/).filter((word) => word !== '')

const phone = /^\+?[0-9 ().-]+$/

/**
 * What was typed into a search, as PostgreSQL asks `visit.words` for it: every word begins a word of the name, or the
 * reference, or with an @ in it the address, in any order. A number is that of a phone, with its country's code, with 0
 * in its place or with neither, or its last four digits. Null when nothing was typed that could be found.
 */
export function searchQuery(typed: string): string | null {
  const text = typed.trim()
  if (phone.test(text) && /\d/.test(text)) return either(numbers(text.replace(/\D/g, '')))
  const words = text.split(/\s+/).flatMap((word) => (word.includes('@') ? [word] : wordsOf(word)))
  const asked = words.map((word) => either(meanings(word)))
  return asked.length === 0 ? null : asked.join(' & ')
}

function numbers(digits: string): string[] {
  const national = digits.replace(/^0+/, '')
  const code = digits.length >= 4 ? [`#${digits}`] : []
  return [digits, national, ...(digits.length > 9 ? [digits.slice(-9)] : []), ...code].filter(
    (one) => one !== '',
  )
}

/**
 * The terms that a word can stand for: the beginning of an address if it has an @; else the word itself, and, with 4 to 8
 * letters or digits, also a reference, in which O is read as zero and I and L as one.
 */
function meanings(word: string): string[] {
  if (word.includes('@')) return [`@${word}`]
  return /^[0-9a-z]{4,8}$/i.test(word) ? [word, `#${normaliseCode(word)}`] : [word]
}

function either(words: readonly string[]): string {
  const lexemes = new Set(words.map((word) => `'${word.toLowerCase().replace(/['\\]/g, '$&$&')}':*`))
  return `(${[...lexemes].join(' | ')})`
}

/** A query with the same structure for words that no visit has, since no word begins with a tilde. */
export const unknownWords = (query: string): string => query.replace(/'(?:[^'\\]|''|\\\\)*'/g, "'~'")
