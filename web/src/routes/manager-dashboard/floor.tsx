import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { FloorScreen } from '../../features/queue/floor-screen.tsx'
import { floorAddress } from '../../features/queue/floor-search.ts'

export const Route = createFileRoute('/manager-dashboard/floor')({
  staticData: { title: t`Floor` },
  validateSearch: floorAddress.validate,
  component: FloorScreen,
})
