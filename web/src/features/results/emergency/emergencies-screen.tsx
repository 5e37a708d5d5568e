import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { listEmergencies } from '#contract/emergency.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { browserZone } from '../../../lib/times.ts'
import { ListScreen } from '../../../screen/list.tsx'
import { useList } from '../../../screen/use-list.ts'
import { buttonClass } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { When } from '../../../ui/when.tsx'

/** For managers: which records were opened in an emergency, by whom and why. */
export function EmergenciesScreen() {
  return (
    <ListScreen
      title={t`Emergency access`}
      about={t`Who opened results beyond their sites and permissions, and why. Ask if a reason does not convince you.`}
      action={
        <Link to="/emergency" className={buttonClass({})}>
          <Trans>Open results</Trans>
        </Link>
      }
      list={useList(listEmergencies, { query: { limit: 50 } })}
      failure={t`The list of emergency access could not be loaded`}
      caption={t`Records that were opened in an emergency, latest first`}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{
        title: t`No record was opened in an emergency`,
        about: t`All staff can open results for care that cannot wait. Managers of all sites are told each time.`,
      }}
    />
  )
}

const columns: readonly Column<ResponseOf<typeof listEmergencies>['rows'][number]>[] = [
  { header: t`When`, cell: ({ at }) => <When at={at} zone={browserZone()} distance={false} /> },
  { header: t`Who`, cell: ({ by }) => by },
  {
    header: t`Patient`,
    cell: ({ person }) => (
      <Link to="/manager-dashboard/people/$id" params={{ id: person.id }}>
        {person.fullName}, {person.number}
      </Link>
    ),
  },
  { header: t`Reason`, cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
  { header: t`Confidential tests`, cell: ({ confidential }) => (confidential ? t`Yes` : t`No`) },
]
