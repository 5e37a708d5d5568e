import { useState } from 'react'
import type { PatientMerge } from '#contract/patients.ts'
import { browserZone } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { When } from '../../ui/when.tsx'
import css from './patients.module.css'
import { countVisits } from './person-card.tsx'
import { UndoDialog } from './undo-dialog.tsx'

/** What was joined to a patient, latest first, each with the way back. */
export function JoinList({ merges, onUndone }: { merges: readonly PatientMerge[]; onUndone: () => void }) {
  const [asked, setAsked] = useState<string | null>(null)
  const zone = browserZone()
  return (
    <>
      <ul className={css.list}>
        {merges.map((merge) => (
          <li key={merge.id} className={css.item}>
            <p>
              <strong>{merge.otherName}</strong>, {countVisits(merge.visits)}
            </p>
            <p className={css.quiet}>
              Joined <When at={merge.at} zone={zone} distance={false} /> by {merge.by}: “{merge.reason}”
            </p>
            {merge.undone ? (
              <p className={css.quiet}>
                Undone <When at={merge.undone.at} zone={zone} distance={false} /> by {merge.undone.by}: “
                {merge.undone.reason}”
              </p>
            ) : (
              <Button whyNot={merge.whyNotUndo} onClick={() => setAsked(merge.id)}>
                Undo<span className="visually-hidden"> the join of {merge.otherName}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <UndoDialog
          mergeId={asked}
          onClose={() => setAsked(null)}
          onUndone={() => {
            setAsked(null)
            onUndone()
          }}
        />
      )}
    </>
  )
}
