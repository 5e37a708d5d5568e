import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readDhis2, readDhis2Tests } from '#contract/dhis2.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { Dhis2SettingsScreen } from '../../features/authorities/dhis2-settings-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/dhis2_/settings')({
  staticData: { title: t`What is sent to DHIS2`, back: '/manager-dashboard/dhis2' },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(readDhis2), queryFor(readDhis2Tests)),
  component: Dhis2SettingsScreen,
})
