import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listPasskeys } from '#contract/passkeys.ts'
import { listSessions, readSecondFactor } from '#contract/second-factor.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { SecurityScreen } from '../../features/access/security-screen.tsx'

export const Route = createFileRoute('/_own/security')({
  staticData: { title: t`Security` },
  loader: ({ context }) =>
    startLoading(
      context.queryClient,
      queryFor(listPasskeys),
      queryFor(readSecondFactor),
      queryFor(listSessions),
    ),
  component: SecurityScreen,
})
