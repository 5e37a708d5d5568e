import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NonconformitiesScreen } from '../../features/nonconformities/nonconformities-screen.tsx'
import { nonconformityAddress } from '../../features/nonconformities/nonconformity-search.ts'

export const Route = createFileRoute('/_bench/nonconformities/')({
  staticData: { title: t`Nonconformities` },
  validateSearch: nonconformityAddress.validate,
  component: NonconformitiesScreen,
})
