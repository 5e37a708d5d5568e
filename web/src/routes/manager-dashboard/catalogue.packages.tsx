import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readPackages } from '#contract/packages.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { PackagesScreen } from '../../features/catalogue/packages-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/catalogue/packages')({
  staticData: { title: t`Packages`, back: '/manager-dashboard/catalogue' },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(readPackages)),
  component: PackagesScreen,
})
