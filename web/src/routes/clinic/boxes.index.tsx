import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { BoxesScreen } from '../../features/clinics/boxes-screen.tsx'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'

export const Route = createFileRoute('/clinic/boxes/')({
  staticData: { title: t`Boxes of samples` },
  errorComponent: ScreenFailure,
  component: BoxesScreen,
})
