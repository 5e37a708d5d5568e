import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { AuditScreen } from '../../features/audit/audit-screen.tsx'
import { type AuditSearch, readAuditSearch } from '../../features/audit/audit-search.ts'

export const Route = createFileRoute('/manager-dashboard/audit')({
  staticData: { title: t`Audit trail` },
  validateSearch: (given: Partial<AuditSearch> & SearchSchemaInput) => readAuditSearch(given),
  component: Audit,
})

function Audit() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AuditScreen search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  )
}
