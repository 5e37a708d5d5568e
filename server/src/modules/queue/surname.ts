/**
 * Whether what was typed is the surname in a full name. Which word of a name is the surname depends on where one is from
 * (Mensah in "Ama Mensah" and in "Mensah Ama"), so the words at either end count, one or several ("van der Berg").
 * Accents, case, hyphens and apostrophes do not.
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

/** Letters alone, without what typing on a kiosk leaves out. */
const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
