import { loincNotice } from '#contract/catalogue.ts'
import css from './catalogue.module.css'

/** Wherever LOINC's codes are shown, its notice is. */
export function LoincNotice() {
  return (
    <footer className={css.notice}>
      <p>{loincNotice}</p>
    </footer>
  )
}
