import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Dhis2Screen } from '../../features/authorities/dhis2-screen.tsx'
import { dhis2Address } from '../../features/authorities/dhis2-words.ts'

export const Route = createFileRoute('/manager-dashboard/dhis2')({
  staticData: { title: t`Monthly figures` },
  validateSearch: dhis2Address.validate,
  component: Dhis2Screen,
})
