import { t } from '@lingui/core/macro'
import type { searchAudit } from '#contract/audit.ts'
import { sayAction } from '#contract/audit-actions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { When } from '../../ui/when.tsx'
import type { AuditSearch } from './audit-search.ts'
import { roleWords } from './role-words.ts'
import { ValuesBeside } from './values-beside.tsx'

type Entry = ResponseOf<typeof searchAudit>['rows'][number]

/** Entries of the trail; a person and a subject lead to all of theirs. */
export function AuditTable({
  entries,
  zone,
  search,
  onSearch,
}: {
  entries: readonly Entry[]
  zone: string
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}) {
  return (
    <DataTable
      caption={t`Audit trail, latest first`}
      rows={entries}
      rowKey={(entry) => entry.id}
      columns={[
        { header: t`When`, cell: ({ at }) => <When at={at} zone={zone} distance={false} /> },
        {
          header: t`Who`,
          cell: ({ by, network }) => (
            <>
              {by ? (
                <Button variant="plain" onClick={() => onSearch({ ...search, by: by.id })}>
                  {by.fullName}
                  <span className="visually-hidden"> ({t`everything by this person`})</span>
                </Button>
              ) : (
                t`Nobody signed in`
              )}
              <span className="hint wrap-anywhere block">
                {by && `${roleWords[by.role]}, `}
                {network}
              </span>
            </>
          ),
        },
        {
          header: t`What`,
          cell: ({ action, reason }) => (
            <>
              {translated(sayAction(action))}
              {reason && <span className="hint wrap-anywhere block">“{reason}”</span>}
            </>
          ),
        },
        {
          header: t`About`,
          cell: ({ subject }) => (
            <>
              <Button variant="plain" onClick={() => onSearch({ ...search, about: subject.id })}>
                {subject.name ?? sayKind(subject.kind)}
                <span className="visually-hidden"> ({t`everything about this`})</span>
              </Button>
              <span className="hint wrap-anywhere block">{sayKind(subject.kind)}</span>
            </>
          ),
        },
        { header: t`Before and after`, cell: (entry) => <ValuesBeside entry={entry} /> },
      ]}
      empty={
        <EmptyState
          picture={<LockedCabinetDrawing />}
          title={t`No entries found`}
          about={t`No entry matches these filters. Remove one, or show all entries.`}
        />
      }
    />
  )
}

function sayKind(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
