import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AddAnalyteScreen } from '../../features/catalogue/add-analyte-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/catalogue/add-analyte')({
  staticData: { title: t`Add an analyte`, back: '/manager-dashboard/catalogue' },
  component: AddAnalyteScreen,
})
