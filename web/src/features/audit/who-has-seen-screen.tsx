import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { myAudit } from '#contract/audit.ts'
import { sayAction } from '#contract/audit-actions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { ListScreen } from '../../screen/list.tsx'
import { useList } from '../../screen/use-list.ts'
import type { Column } from '../../ui/data-table.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { When } from '../../ui/when.tsx'
import { SayReader } from './say-reader.tsx'

type Entry = ResponseOf<typeof myAudit>['rows'][number]

/** For a patient: who of the laboratory read or changed anything of theirs, latest first. */
export function WhoHasSeenScreen() {
  return (
    <ListScreen
      title={t`Who has seen my record`}
      about={t`All staff who opened or changed your details, your visits or your results.`}
      list={useList(myAudit, { query: { limit: 25 } })}
      failure={t`This could not be read`}
      caption={t`Who has seen or changed your record, latest first`}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{
        picture: <LockedCabinetDrawing />,
        title: t`Nobody but you, so far`,
        about: t`Staff who open or change your data are listed here by name.`,
      }}
    />
  )
}

const columns: readonly Column<Entry>[] = [
  { header: t`When`, cell: ({ at }) => <When at={at} zone={browserZone()} distance={false} /> },
  { header: t`Who`, cell: ({ by, action }) => <SayReader by={by} action={action} /> },
  {
    header: t`What`,
    cell: ({ action, about }) => (
      <>
        {translated(sayAction(action))}
        {about && <span className="hint wrap-anywhere block">{about}</span>}
      </>
    ),
  },
  {
    header: t`Visit`,
    cell: ({ visit }) =>
      visit ? (
        <Link to="/patient-dashboard/view-appointment" search={{ id: visit.id }}>
          {visit.reference}
        </Link>
      ) : (
        t`Your details`
      ),
  },
]
