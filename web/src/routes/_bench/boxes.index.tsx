import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ArrivingScreen } from '../../features/clinics/arriving-screen.tsx'
import { expectedAddress } from '../../features/clinics/expected-search.ts'

export const Route = createFileRoute('/_bench/boxes/')({
  staticData: { title: t`Boxes of clinics` },
  validateSearch: expectedAddress.validate,
  component: ArrivingScreen,
})
