import { t } from '@lingui/core/macro'
import { myAudit, searchAudit } from '#contract/audit.ts'
import { browserZone } from '../../lib/times.ts'
import { useList } from '../../screen/use-list.ts'
import { ReaderList } from './reader-list.tsx'

const limit = 10

/** For a patient: who of the laboratory read or changed this visit, and when. */
export function WhoRead({ visit, zone }: { visit: string; zone: string }) {
  return (
    <ReaderList
      title={t`Who read or changed this`}
      nobody={t`Nobody but you, so far.`}
      list={useList(myAudit, { query: { visit, limit } })}
      zone={zone}
    />
  )
}

/** For staff who may see the audit trail: who read or changed a person's record, visits and results. */
export function WhoReadPerson({ id }: { id: string }) {
  const list = useList(searchAudit, { query: { about: id, limit } })
  const rows = list.rows.map(({ subject, ...entry }) => ({
    ...entry,
    about: subject.kind === 'person' ? null : subject.name,
  }))
  return (
    <ReaderList
      title={t`Who read or changed this record`}
      nobody={t`Nobody, so far.`}
      list={{ ...list, rows }}
      zone={browserZone()}
    />
  )
}
