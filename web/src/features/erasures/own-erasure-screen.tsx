import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type OwnErasure, readOwnErasure, withdrawErasure } from '#contract/erasures.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { Screen } from '../../screen/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { DryRunLists } from './dry-run-lists.tsx'

/** What the laboratory would erase of the person and what it must keep, and the wish to be forgotten. */
export function OwnErasureScreen({ dialog }: { dialog: (onClose: () => void) => ReactNode }) {
  const own = useSuspenseQuery(queryFor(readOwnErasure)).data
  const [asking, setAsking] = useState(false)
  const isOpen = own.wish?.state === 'open'
  return (
    <Screen
      rhythm="cards"
      measure="text"
      title={t`Erase my data`}
      about={t`You can ask the laboratory to erase your account and your contact details. Some records must stay. Read both lists before you ask.`}
    >
      {own.wish && <OwnWish wish={own.wish} />}
      <DryRunLists dryRun={own} />
      {!isOpen && (
        <div>
          <p className="mb-4 max-w-text">
            <Trans>
              When it is done, you cannot log in any more, and nobody can undo it. Save the reports that you
              need first. If you come again, you are a new person for the laboratory.
            </Trans>
          </p>
          <Button variant="danger" onClick={() => setAsking(true)}>
            <Trans>Ask to erase my data</Trans>
          </Button>
        </div>
      )}
      {asking && dialog(() => setAsking(false))}
    </Screen>
  )
}

function OwnWish({ wish: { state, askedAt, decidedAt, reason } }: { wish: NonNullable<OwnErasure['wish']> }) {
  const asked = <When at={askedAt} zone={browserZone()} distance={false} />
  if (state === 'open') {
    return (
      <Notice>
        <strong>
          <Trans>You have asked the laboratory to erase your data</Trans>
        </strong>
        <p className="mb-3">
          <Trans>Asked: {asked}. The laboratory decides and tells you. Until then you can withdraw it.</Trans>
        </p>
        <ConfirmButton
          opener={{ children: t`Withdraw` }}
          question={t`Withdraw your request?`}
          yes={t`Withdraw`}
          act={() => call(withdrawErasure)}
        >
          <p>
            <Trans>Your account and your data stay as they are.</Trans>
          </p>
        </ConfirmButton>
      </Notice>
    )
  }
  if (state !== 'refused') return null
  return (
    <Notice kind="warning">
      <strong>
        <Trans>The laboratory has refused your request</Trans>
      </strong>
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {reason}
      </p>
      <p className="hint">
        {decidedAt !== null && <When at={decidedAt} zone={browserZone()} distance={false} />}
      </p>
    </Notice>
  )
}
