import { createFileRoute } from '@tanstack/react-router'
import { catalogueTests } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { WalkInScreen } from '../../features/queue/walk-in-screen.tsx'

export const Route = createFileRoute('/_bench/desk/walk-in')({
  staticData: { title: 'Register a walk-in' },
  loader: ({ context }) => context.queryClient.ensureQueryData(queryFor(catalogueTests)).then(() => {}),
  component: WalkInScreen,
})
