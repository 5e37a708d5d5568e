import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { accuracyQuery } from '../../features/queue/accuracy-query.ts'
import { AccuracyScreen } from '../../features/queue/accuracy-screen.tsx'

export const Route = createFileRoute('/_public/accuracy')({
  staticData: { title: t`How accurate are our waiting times?` },
  loader: ({ context }) => context.queryClient.ensureQueryData(accuracyQuery).then(() => {}),
  component: AccuracyScreen,
})
