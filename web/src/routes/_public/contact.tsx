import { createFileRoute } from '@tanstack/react-router'
import { Page, PageHeader } from '../../ui/page.tsx'

export const Route = createFileRoute('/_public/contact')({
  staticData: { title: 'Contact' },
  component: () => (
    <Page>
      <PageHeader title="Contact" />
    </Page>
  ),
})
