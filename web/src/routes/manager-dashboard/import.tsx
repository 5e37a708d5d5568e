import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ImportScreen } from '../../features/transfer/import-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/import')({
  staticData: { title: t`Import and export` },
  component: ImportScreen,
})
