import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { startLoading } from '../../api/queries.ts'
import { culturesQuery } from '../../features/microbiology/culture-queries.ts'
import { CulturesScreen } from '../../features/microbiology/cultures-screen.tsx'

export const Route = createFileRoute('/_bench/cultures/')({
  staticData: { title: t`Cultures` },
  loader: ({ context }) => startLoading(context.queryClient, culturesQuery),
  component: CulturesScreen,
})
