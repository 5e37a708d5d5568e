import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '../../features/audit/audit-screen.tsx'
import { auditAddress } from '../../features/audit/audit-search.ts'

export const Route = createFileRoute('/manager-dashboard/audit')({
  staticData: { title: t`Audit trail` },
  validateSearch: auditAddress.validate,
  component: AuditScreen,
})
