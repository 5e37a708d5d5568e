/**
 * Whether the typed text is the surname in a full name. The surname comes first or last, by country ("Ama Mensah", "Mensah Ama"), and
 * can be several words ("van der Berg"). Accents, case, hyphens and apostrophes are ignored.
 */
export function isSurname(typed: string, fullName: string): boolean {
  const asked = letters(typed)
  if (asked === '') return false
  const words = fullName
    .split(/\s+/)
    .map(letters)
    .filter((word) => word !== '')
  return words.some(
    (_, count) => words.slice(0, count + 1).join('') === asked || words.slice(-count - 1).join('') === asked,
  )
}

/** Letters and digits without accents. */
const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
