import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { holdAddress } from '../../features/erasures/staff/hold-search.ts'
import { HoldsScreen } from '../../features/erasures/staff/holds-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/legal-holds')({
  staticData: { title: t`Legal holds` },
  validateSearch: holdAddress.validate,
  component: HoldsScreen,
})
