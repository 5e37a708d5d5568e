import { createFileRoute } from '@tanstack/react-router'
import { Page, PageHeader } from '../../ui/page.tsx'

export const Route = createFileRoute('/_public/demo')({
  staticData: { title: 'Demo' },
  component: () => (
    <Page>
      <PageHeader title="Demo" />
    </Page>
  ),
})
