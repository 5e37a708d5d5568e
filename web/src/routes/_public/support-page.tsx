import { createFileRoute } from '@tanstack/react-router'
import { Page, PageHeader } from '../../ui/page.tsx'

export const Route = createFileRoute('/_public/support-page')({
  staticData: { title: 'Support page' },
  component: () => (
    <Page>
      <PageHeader title="Support page" />
    </Page>
  ),
})
