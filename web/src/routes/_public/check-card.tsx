import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CheckCardScreen } from '../../features/results/report/check-card-screen.tsx'

export const Route = createFileRoute('/_public/check-card')({
  staticData: { title: t`Check a health card` },
  component: CheckCardScreen,
})
