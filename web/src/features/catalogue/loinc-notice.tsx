import { loincNotice } from '#contract/catalogue.ts'

/** Wherever LOINC's codes are shown, its notice is. */
export function LoincNotice() {
  return (
    <footer className="hint mt-8 border-t pt-4">
      <p>{loincNotice}</p>
    </footer>
  )
}
