import { createFileRoute } from '@tanstack/react-router'
import { Page, PageHeader } from '../../ui/page.tsx'

export const Route = createFileRoute('/_public/not-authorized')({
  staticData: { title: 'Not authorized' },
  component: () => (
    <Page>
      <PageHeader title="Not authorized" />
    </Page>
  ),
})
