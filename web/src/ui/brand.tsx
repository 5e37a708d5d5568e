import css from './brand.module.css'

/** The mark: a phial, filled to a line. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className={css.mark} width={size} height={size} viewBox="0 0 32 32">
      <rect className={css.ground} width="32" height="32" rx="8" />
      <path className={css.liquid} d="M13 16.5h6V21a3 3 0 0 1-6 0z" />
      <path className={css.glass} d="M10.5 6.5h11M12 6.5v14.5a4 4 0 0 0 8 0V6.5" />
    </svg>
  )
}

/** Mark and name together. */
export function Brand({ size = 32 }: { size?: number }) {
  return (
    <span className={css.brand}>
      <Mark size={size} />
      Phial
    </span>
  )
}
