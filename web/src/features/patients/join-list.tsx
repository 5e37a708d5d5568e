import { Trans } from '@lingui/react/macro'
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
              <Trans>
                Joined <When at={join.at} zone={zone} distance={false} /> by {join.by}: “{join.reason}”
              </Trans>
            </p>
            {join.undone ? (
              <p className="hint">
                <Trans>
                  Undone <When at={join.undone.at} zone={zone} distance={false} /> by {join.undone.by}: “
                  {join.undone.reason}”
                </Trans>
              </p>
            ) : (
              <Button onClick={() => setAsked(join.id)}>
                <Trans>
                  Undo<span className="visually-hidden"> the join of {join.fullName}</span>
                </Trans>
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
