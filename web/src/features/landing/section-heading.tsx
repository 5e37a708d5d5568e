import css from './section-heading.module.css'

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
    <div className={css.heading} data-reveal="">
      <svg className={css.phial} viewBox="0 0 28 44" width="28" height="44" aria-hidden="true">
        <path className={css.liquid} d={`M9 ${top}h10V34a5 5 0 0 1-10 0z`} />
        <path d="M5 4h18M7 4v30a7 7 0 0 0 14 0V4" />
        <path className={css.ticks} d="M17 28h4M17 22h4M17 16h4M17 10h4" />
      </svg>
      <div>
        <h2 className={css.title}>{title}</h2>
        <p className={css.about}>{about}</p>
      </div>
    </div>
  )
}
