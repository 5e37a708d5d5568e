import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { ContactPage } from '../../features/contact/contact-page.tsx'

export const Route = createFileRoute('/_public/contact')({
  staticData: { title: 'Contact Us' },
  // The form does not wait for the laboratory's address.
  loader: ({ context }) => void context.queryClient.prefetchQuery(queryFor(laboratory)),
  component: ContactPage,
})
