import { useState } from 'react'
import type { PersonJoin } from '#contract/joins.ts'
import { browserZone } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { When } from '../../ui/when.tsx'
import { UndoDialog } from './undo-dialog.tsx'

/** What was joined to a record, latest first, each with the way back. */
export function JoinList({ joins, onUndone }: { joins: readonly PersonJoin[]; onUndone: () => void }) {
  const [asked, setAsked] = useState<string | null>(null)
  const zone = browserZone()
  return (
    <>
      <ul className="stack gap-4">
        {joins.map((join) => (
          <li key={join.id} className="wrap-anywhere">
            <p>
              <strong>{join.fullName}</strong>, {join.number}
            </p>
            <p className="hint">
              Joined <When at={join.at} zone={zone} distance={false} /> by {join.by}: “{join.reason}”
            </p>
            {join.undone ? (
              <p className="hint">
                Undone <When at={join.undone.at} zone={zone} distance={false} /> by {join.undone.by}: “
                {join.undone.reason}”
              </p>
            ) : (
              <Button onClick={() => setAsked(join.id)}>
                Undo<span className="visually-hidden"> the join of {join.fullName}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <UndoDialog
          joinId={asked}
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
