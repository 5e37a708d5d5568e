import { createFileRoute } from '@tanstack/react-router'
import { Page, PageHeader } from '../../ui/page.tsx'

export const Route = createFileRoute('/_public/sign-up')({
  staticData: { title: 'Sign up' },
  component: () => (
    <Page>
      <PageHeader title="Sign up" />
    </Page>
  ),
})
