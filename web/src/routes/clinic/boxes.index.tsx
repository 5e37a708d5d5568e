import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { BoxesScreen } from '../../features/clinics/boxes-screen.tsx'

export const Route = createFileRoute('/clinic/boxes/')({
  staticData: { title: t`Boxes of samples` },
  component: BoxesScreen,
})
