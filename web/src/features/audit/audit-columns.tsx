import { t } from '@lingui/core/macro'
import type { searchAudit } from '#contract/audit.ts'
import { sayAction } from '#contract/audit-actions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'
import { roleWords } from './role-words.ts'
import { ValuesBeside } from './values-beside.tsx'

type Entry = ResponseOf<typeof searchAudit>['rows'][number]

/** Entries of the trail; a person and a subject lead to all of theirs. */
export const auditColumns = (
  zone: string,
  onNarrow: (change: { by: string } | { about: string }) => void,
): Column<Entry>[] => [
  { header: t`When`, cell: ({ at }) => <When at={at} zone={zone} distance={false} /> },
  {
    header: t`Who`,
    cell: ({ by, network }) => (
      <>
        {by ? (
          <Button variant="plain" className={flush} onClick={() => onNarrow({ by: by.id })}>
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
    header: t`Action`,
    cell: ({ action, reason }) => (
      <>
        {translated(sayAction(action))}
        {reason && <span className="hint wrap-anywhere block">“{reason}”</span>}
      </>
    ),
  },
  {
    header: t`Subject`,
    cell: ({ subject }) => (
      <>
        <Button variant="plain" className={flush} onClick={() => onNarrow({ about: subject.id })}>
          {subject.name ?? sayKind(subject.kind)}
          <span className="visually-hidden"> ({t`everything about this`})</span>
        </Button>
        <span className="hint wrap-anywhere block">{sayKind(subject.kind)}</span>
      </>
    ),
  },
  {
    header: t`Before and after`,
    cell: (entry) => (
      <ValuesBeside
        of={`${translated(sayAction(entry.action))}, ${entry.subject.name ?? sayKind(entry.subject.kind)}`}
        entry={entry}
      />
    ),
  },
]

/** The name stands at the edge of its column, like the words below it. */
const flush = '-my-2.5 -ms-3 text-start'

function sayKind(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
