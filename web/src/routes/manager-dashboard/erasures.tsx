import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { wishAddress } from '../../features/erasures/staff/wish-search.ts'
import { WishesScreen } from '../../features/erasures/staff/wishes-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/erasures')({
  staticData: { title: t`Erasure requests` },
  validateSearch: wishAddress.validate,
  component: WishesScreen,
})
