import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { readOwnErasure } from '#contract/erasures.ts'
import { readSecondFactor } from '#contract/second-factor.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { AskErasureDialog } from '../../features/access/ask-erasure-dialog.tsx'
import { OwnErasureScreen } from '../../features/erasures/own-erasure-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/privacy')({
  staticData: { title: t`Erase my data`, back: '/profile' },
  loader: ({ context: { queryClient } }) =>
    loadFresh(queryClient, queryFor(readOwnErasure), queryFor(readProfile), queryFor(readSecondFactor)),
  component: () => <OwnErasureScreen dialog={(onClose) => <AskErasureDialog onClose={onClose} />} />,
})
