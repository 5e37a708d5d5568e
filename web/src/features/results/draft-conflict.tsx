import type { FormAnalyte } from '#contract/results.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './entry-panel.module.css'
import type { Typed } from './use-draft.ts'

/** The same draft went on in another window or on another machine: what differs, and which of the two goes on. */
export function DraftConflict({
  analytes,
  here,
  there,
  onChoose,
}: {
  analytes: readonly FormAnalyte[]
  here: Typed
  /** Null while it could not be read. */
  there: Typed | null
  onChoose: (which: 'here' | 'there') => void
}) {
  const differing = analytes.filter(({ code }) => (here[code] ?? '') !== (there?.[code] ?? ''))
  return (
    <Notice kind="warning" role="alert" className={css.notice}>
      <p>
        <strong>You went on with this draft elsewhere.</strong> Nothing was overwritten.
      </p>
      {there === null ? (
        <p>What is kept there could not be read yet. Load this page again once there is a connection.</p>
      ) : (
        <>
          <ul className={css.differences}>
            {differing.map(({ code, name }) => (
              <li key={code}>
                {name}: here {here[code] || 'empty'}, there {there[code] || 'empty'}
              </li>
            ))}
          </ul>
          <div className={css.choices}>
            <Button onClick={() => onChoose('there')}>Take what is kept there</Button>
            <Button onClick={() => onChoose('here')}>Go on with what stands here</Button>
          </div>
        </>
      )}
    </Notice>
  )
}
