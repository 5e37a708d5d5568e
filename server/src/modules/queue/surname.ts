/**
 * Whether the typed text is a surname in a full name: one whole word of it, or several in a row ("van der Berg"). Which of the words
 * are the surname differs by country and person ("Ama Mensah", "Mensah Ama", "Kofi Owusu Ansah"), so each counts. Accents, case,
 * hyphens and apostrophes are ignored.
 */
export function isSurname(typed: string, fullName: string): boolean {
  const asked = letters(typed)
  if (asked === '') return false
  const words = fullName
    .split(/\s+/)
    .map(letters)
    .filter((word) => word !== '')
  return words.some((_, from) => words.some((_, to) => words.slice(from, to + 1).join('') === asked))
}

/** Letters and digits without accents. */
const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
