import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { casesAddress } from '../../features/authorities/case-words.ts'
import { CasesScreen } from '../../features/authorities/cases-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/cases')({
  staticData: { title: t`Notifiable cases` },
  validateSearch: casesAddress.validate,
  component: CasesScreen,
})
