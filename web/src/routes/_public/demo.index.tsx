import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LiveLaboratory } from '../../features/demo/live-laboratory.tsx'

export const Route = createFileRoute('/_public/demo/')({
  staticData: { title: t`Demo` },
  component: LiveLaboratory,
})
