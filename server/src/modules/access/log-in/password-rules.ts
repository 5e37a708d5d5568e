import { readFileSync } from 'node:fs'

const file = new URL('../../../../data/common-passwords.txt', import.meta.url)
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
  const named = namesIn(lower.replace(/[^\p{L}\p{N}]/gu, ''), words.flatMap(partsOf))
  return named === null ? null : `This password is little more than “${named}”. Choose another one.`
}

/** A name's words and the whole run together; the part of an address before the @, and the whole. */
function partsOf(words: string): string[] {
  const lower = words.normalize('NFC').toLowerCase()
  const parts = lower.split(/[^\p{L}\p{N}]+/u)
  return [...parts, parts.join('')].filter((part) => part.length >= 4)
}

/** The names that a password is made of, when less than four characters or nothing but digits are left without them. */
function namesIn(password: string, names: readonly string[]): string | null {
  const longestFirst = [...new Set(names)].sort((one, other) => other.length - one.length)
  const found: string[] = []
  let rest = password
  for (const name of longestFirst) {
    if (!rest.includes(name)) continue
    found.push(name)
    rest = rest.replaceAll(name, ' ')
  }
  const left = rest.replaceAll(' ', '')
  return found.length > 0 && (left.length < 4 || /^\p{N}+$/u.test(left)) ? found.join(' ') : null
}
