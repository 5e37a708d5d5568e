import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DuplicatesScreen } from '../../features/patients/duplicates-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/patients_/duplicates')({
  staticData: { title: t`Duplicates`, back: '/manager-dashboard/patients' },
  component: DuplicatesScreen,
})
