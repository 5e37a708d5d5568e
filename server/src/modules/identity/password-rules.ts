import { readFileSync } from 'node:fs'

const file = new URL('../../../data/common-passwords.txt', import.meta.url)
let common: ReadonlySet<string> | undefined

function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
  return common
}

/**
 * Why a password of fitting length is refused, or null. `words` are what a guesser of this one would try first: the
 * laboratory's name, the person's name and address. No other rules (OWASP ASVS 5.0, 6.2): length does the rest.
 */
export function whyWeak(password: string, words: readonly string[]): string | null {
  const lower = password.normalize('NFC').toLowerCase()
  if (commonPasswords().has(lower))
    return 'This password is one of the first that are tried. Choose another one.'
  if (new Set(lower).size < 3) return 'This password repeats itself. Choose another one.'
  const plain = lower.replace(/[^\p{L}\p{N}]/gu, '')
  const guessed = words.flatMap(partsOf).find((part) => isLittleMore(plain, part))
  return guessed === undefined ? null : `This password is little more than “${guessed}”. Choose another one.`
}

/** A name's words and the whole run together; the part of an address before the @, and the whole. */
function partsOf(words: string): string[] {
  const lower = words.normalize('NFC').toLowerCase()
  const parts = lower.split(/[^\p{L}\p{N}]+/u)
  return [...parts, parts.join('')].filter((part) => part.length >= 4)
}

/** The word itself with less than four characters around it, or with nothing but digits. */
function isLittleMore(password: string, word: string): boolean {
  if (!password.includes(word)) return false
  const rest = password.replaceAll(word, '')
  return rest.length < 4 || /^\p{N}+$/u.test(rest)
}
