import { createFileRoute } from '@tanstack/react-router'
import { Page, PageHeader } from '../../ui/page.tsx'

export const Route = createFileRoute('/_public/login')({
  staticData: { title: 'Login' },
  component: () => (
    <Page>
      <PageHeader title="Login" />
    </Page>
  ),
})
