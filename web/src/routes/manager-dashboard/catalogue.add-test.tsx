import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AddTestScreen } from '../../features/catalogue/add-test-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/catalogue/add-test')({
  staticData: { title: t`Add a test`, back: '/manager-dashboard/catalogue' },
  component: AddTestScreen,
})
