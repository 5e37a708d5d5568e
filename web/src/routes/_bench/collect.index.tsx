import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { VisitsScreen } from '../../features/laboratory/samples/visits-screen.tsx'

export const Route = createFileRoute('/_bench/collect/')({
  staticData: { title: t`Today’s visits` },
  component: VisitsScreen,
})
