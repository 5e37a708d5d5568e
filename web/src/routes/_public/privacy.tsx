import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ParagraphsScreen } from '../../features/support/paragraphs-screen.tsx'
import { privacy } from '../../features/support/privacy.ts'

export const Route = createFileRoute('/_public/privacy')({
  staticData: { title: t`Privacy` },
  component: () => (
    <ParagraphsScreen
      title={t`Privacy`}
      about={t`What the laboratory keeps about you, who sees it, and what you can ask for.`}
      paragraphs={privacy}
    />
  ),
})
