import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PlaceScreen } from '../../features/queue/place-screen.tsx'

export const Route = createFileRoute('/_public/place')({
  staticData: { title: t`Your place in the queue` },
  component: PlaceScreen,
})
