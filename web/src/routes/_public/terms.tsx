import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ParagraphsScreen } from '../../features/support/paragraphs-screen.tsx'
import { terms } from '../../lib/terms.ts'

export const Route = createFileRoute('/_public/terms')({
  staticData: { title: t`Terms of use` },
  component: () => (
    <ParagraphsScreen
      title={t`Terms of use`}
      about={t`What you agree to when you create an account or book.`}
      paragraphs={terms}
    />
  ),
})
