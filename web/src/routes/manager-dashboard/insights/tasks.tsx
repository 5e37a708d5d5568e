import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listAddress } from '../../../features/insights/list-search.ts'
import { TasksScreen } from '../../../features/insights/tasks-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/tasks')({
  staticData: { title: t`Released tests`, back: '/manager-dashboard/insights' },
  validateSearch: listAddress.validate,
  component: TasksScreen,
})
