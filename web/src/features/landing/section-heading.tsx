/**
 * A section's title beside a small phial that is fuller from section to section: the page says how far along it is.
 */
export function SectionHeading({
  title,
  about,
  level,
}: {
  title: string
  about: string
  level: 1 | 2 | 3 | 4
}) {
  const top = 34 - level * 6
  return (
    <div className="mb-12 flex items-start gap-5 max-sm:mb-8 max-sm:gap-4" data-reveal="">
      <svg
        className="mt-0.5 flex-none fill-none stroke-2 stroke-ink stroke-round"
        viewBox="0 0 28 44"
        width="28"
        height="44"
        aria-hidden="true"
      >
        <path className="fill-agar stroke-none" d={`M9 ${top}h10V34a5 5 0 0 1-10 0z`} />
        <path d="M5 4h18M7 4v30a7 7 0 0 0 14 0V4" />
        <path className="stroke-[1.5] stroke-line-strong" d="M17 28h4M17 22h4M17 16h4M17 10h4" />
      </svg>
      <div>
        <h2 className="text-4xl max-sm:text-3xl">{title}</h2>
        <p className="mt-3 max-w-[54ch] text-ink-soft text-l max-sm:text-m">{about}</p>
      </div>
    </div>
  )
}
