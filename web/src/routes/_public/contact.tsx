import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { prefetchFacts } from '../../api/prefetch-facts.ts'
import { ContactPage } from '../../features/contact/contact-page.tsx'

export const Route = createFileRoute('/_public/contact')({
  staticData: { title: t`Contact Us` },
  loader: ({ context }) => prefetchFacts(context.queryClient),
  component: ContactPage,
})
