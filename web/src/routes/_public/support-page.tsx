import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { prefetchFacts } from '../../api/prefetch-facts.ts'
import { SupportPage } from '../../features/support/support-page.tsx'

export const Route = createFileRoute('/_public/support-page')({
  staticData: { title: t`Support` },
  loader: ({ context }) => prefetchFacts(context.queryClient),
  component: SupportPage,
})
