import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { myAudit, searchAudit } from '#contract/audit.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { ReaderList } from './reader-list.tsx'

const limit = 10

/** For a patient: who of the laboratory read or changed this visit, and when. */
export function WhoRead({ visit, zone }: { visit: string; zone: string }) {
  const { cursor, pager } = useKeyPages(visit)
  const { data, error, refetch } = useQuery(queryFor(myAudit, { query: { visit, limit, cursor } }))
  return (
    <ReaderList
      title={t`Who read or changed this`}
      nobody={t`Nobody but you, so far.`}
      page={data}
      error={error}
      zone={zone}
      pager={pager}
      onRetry={() => void refetch()}
    />
  )
}

/** For staff who may see the audit trail: who read or changed a person's record, visits and results. */
export function WhoReadPerson({ id }: { id: string }) {
  const { cursor, pager } = useKeyPages(id)
  const { data, error, refetch } = useQuery(queryFor(searchAudit, { query: { about: id, limit, cursor } }))
  return (
    <ReaderList
      title={t`Who read or changed this record`}
      nobody={t`Nobody, so far.`}
      page={
        data && {
          ...data,
          rows: data.rows.map(({ subject, ...entry }) => ({
            ...entry,
            about: subject.kind === 'person' ? null : subject.name,
          })),
        }
      }
      error={error}
      zone={browserZone()}
      pager={pager}
      onRetry={() => void refetch()}
    />
  )
}
