import css from './key.module.css'

/** A shortcut as it stands on its control. Not spoken: `aria-keyshortcuts` on the control says it. */
export function Key({ name }: { name: string }) {
  return (
    <span className={css.key} aria-hidden="true">
      {name}
    </span>
  )
}
