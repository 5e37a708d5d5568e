import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { downtimeAddress } from '../../features/downtime/downtime-search.ts'
import { DowntimeFormsScreen } from '../../features/downtime/forms-screen.tsx'

export const Route = createFileRoute('/_bench/downtime/')({
  staticData: { title: t`Downtime forms` },
  validateSearch: downtimeAddress.validate,
  component: DowntimeFormsScreen,
})
