import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { SupportPage } from '../../features/support/support-page.tsx'

export const Route = createFileRoute('/_public/support-page')({
  staticData: { title: 'Support' },
  loader: ({ context }) => void context.queryClient.prefetchQuery(queryFor(laboratory)),
  component: SupportPage,
})
