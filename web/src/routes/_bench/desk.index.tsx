import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeskScreen } from '../../features/queue/desk-screen.tsx'

export const Route = createFileRoute('/_bench/desk/')({
  staticData: { title: t`Queue` },
  component: DeskScreen,
})
