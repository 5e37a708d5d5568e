import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Joined } from './join-dialog.tsx'
import { UndoDialog } from './undo-dialog.tsx'

/** What was just done, with the way back. It stays until the screen is left. */
export function JoinedNotice({ joined, onUndone }: { joined: Joined; onUndone: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <Notice kind="ok" role="status" className="mb-5">
      <p>{joined.message}</p>
      <p>
        <Button onClick={() => setAsking(true)}>
          <Trans>Undo</Trans>
        </Button>
      </p>
      {asking && <UndoDialog joinId={joined.joinId} onClose={() => setAsking(false)} onUndone={onUndone} />}
    </Notice>
  )
}
