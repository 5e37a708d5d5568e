import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  listReferralLaboratories,
  listReferrals,
  type Referral,
  referralStates,
} from '#contract/referrals.ts'
import { queryFor } from '../../../api/queries.ts'
import { spaced } from '../../../lib/accession.ts'
import { browserZone } from '../../../lib/times.ts'
import { choicesIn, translated } from '../../../lib/translated.ts'
import { Choice, FilterBar } from '../../../screen/filter-bar.tsx'
import { List } from '../../../screen/list.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useFilters } from '../../../screen/use-filters.ts'
import { useList } from '../../../screen/use-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../../ui/drawings.tsx'
import { When } from '../../../ui/when.tsx'
import { Laboratories } from './laboratories.tsx'
import { ReferralFigures } from './referral-figures.tsx'
import { referralAddress } from './referral-search.ts'

/** Tests that other laboratories do: what to send to whom, and which reports are awaited. */
export function ReferralsScreen({ maySetUp, seesFigures }: { maySetUp: boolean; seesFigures: boolean }) {
  const { laboratories } = useSuspenseQuery({
    ...queryFor(listReferralLaboratories),
    refetchInterval: 60_000,
  }).data
  const filters = useFilters(referralAddress)
  const list = useList(listReferrals, { query: { limit: 50, ...filters.search } })
  return (
    <Screen
      title={t`Referred tests`}
      about={t`Samples for other laboratories, and the reports awaited from them.`}
      action={
        <Link to="/referrals/boxes" className={buttonClass({})}>
          <Trans>Boxes</Trans>
        </Link>
      }
    >
      <Laboratories laboratories={laboratories} maySetUp={maySetUp} />
      {laboratories.length > 0 && (
        <Card
          title={filters.search.state ? translated(referralStates[filters.search.state]) : t`Awaited reports`}
          className="mt-6"
        >
          <FilterBar label={t`Tests shown`} filters={filters}>
            <Choice name="state" label={t`Status`} options={choicesIn(referralStates)} usual="awaited" />
            <Choice
              name="laboratoryId"
              label={t`Laboratory`}
              options={laboratories.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </FilterBar>
          <List
            list={list}
            failure={t`The tests could not be loaded`}
            caption={t`Referred tests, the first due first`}
            columns={columns}
            rowKey={({ id }) => id}
            narrowed={filters.narrowed}
            empty={{
              picture: <EmptyTubeDrawing />,
              title: t`No reports are awaited`,
            }}
          />
        </Card>
      )}
      {seesFigures && laboratories.length > 0 && <ReferralFigures />}
    </Screen>
  )
}

const columns: readonly Column<Referral>[] = [
  {
    header: t`Test`,
    cell: ({ id, test, accession }) => (
      <>
        <Link to="/tasks/$id" params={{ id }} className="font-600">
          {test}
        </Link>
        <span className="hint figures block">{spaced(accession)}</span>
      </>
    ),
  },
  { header: t`Patient`, cell: ({ patient }) => patient },
  {
    header: t`Laboratory`,
    cell: ({ laboratory, box }) => (
      <>
        {laboratory}
        {box && (
          <span className="block">
            <Link to="/referrals/boxes/$id" params={{ id: box.id }}>
              {box.code}
            </Link>
          </span>
        )}
      </>
    ),
  },
  {
    header: t`Status`,
    cell: ({ state }) => <Badge tone={tones[state]}>{translated(referralStates[state])}</Badge>,
  },
  {
    header: t`Due`,
    cell: ({ dueAt, returnedAt }) => {
      if (returnedAt) return <When at={returnedAt} zone={browserZone()} distance={false} />
      return dueAt ? <When at={dueAt} zone={browserZone()} /> : '–'
    },
  },
]

const tones = { to_send: 'quiet', packed: 'quiet', awaited: 'info', late: 'danger', returned: 'ok' } as const
