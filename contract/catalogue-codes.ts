/** Proposes codes for the tests and analytes that a laboratory adds. The manager can change a proposed code. */

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

/** The text in brackets, otherwise the initials, otherwise the beginning of a single word. */
export function proposeTestCode(name: string, taken: Iterable<string>): string {
  const [, short] = /\(([A-Z0-9][A-Z0-9-]{1,9})\)/.exec(plain(name)) ?? []
  const words = plain(name).match(/[A-Z0-9]+/g) ?? []
  const initials = words.map((word) => word.slice(0, 1)).join('')
  const code = short ?? (words.length > 1 ? initials.slice(0, 8) : (words[0] ?? '').slice(0, 5))
  return code.length < 2 ? '' : free(code, taken, 12)
}

/** The name in capitals, or the LOINC code without a name. */
export function proposeAnalyteCode(name: string, loinc: string, taken: Iterable<string>): string {
  const written = name.trim() === '' ? loinc : name
  const code = plain(written)
    .replace(/[^A-Z0-9%#]+/g, '-')
    .replace(/-(?=[%#])/g, '')
    .replace(/^[-%#]+|-+$/g, '')
    .slice(0, 40)
  return code === '' ? '' : free(code, taken, 40)
}

/** The code, with the first free number appended if it is in use. */
function free(code: string, taken: Iterable<string>, most: number): string {
  const used = new Set(taken)
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`
    const proposed = code.slice(0, most - end.length).replace(/-+$/, '') + end
    if (!used.has(proposed)) return proposed
  }
}
