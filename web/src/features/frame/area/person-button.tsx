/** Who is signed in; opens their profile. */
export function PersonButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="tap ms-auto min-w-target gap-3 rounded-full py-1 ps-3 pe-1 font-600 hover:bg-vial-soft focus-visible:rounded-full"
      aria-haspopup="dialog"
      title={name}
      onClick={onClick}
    >
      <span className="max-w-60 truncate max-sm:max-w-33">{name}</span>
      <span
        className="grid size-9 flex-none place-items-center rounded-full bg-vial text-on-vial text-s"
        aria-hidden="true"
      >
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
