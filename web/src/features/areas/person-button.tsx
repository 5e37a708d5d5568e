import css from './person-button.module.css'

/** Who is signed in; opens their profile. */
export function PersonButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button type="button" className={css.person} aria-haspopup="dialog" title={name} onClick={onClick}>
      <span className={css.name}>{name}</span>
      <span className={css.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
    </button>
  )
}

/** The first letters of the first and the last word, as people see letters. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return chosen
    .map((word = '') => letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '')
    .join('')
    .toLocaleUpperCase()
}
