import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { holdReasons } from '#contract/hold-reasons.ts'
import { type HeldGroup, listHeldValues, listInstruments, matchHeldAgain } from '#contract/instruments.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { choicesIn, translated } from '../../lib/translated.ts'
import { sayUnit } from '../../lib/units.ts'
import { Choice, FilterBar } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { TubeDrawing } from '../../ui/drawings.tsx'
import { When } from '../../ui/when.tsx'
import { CorrectSample, DiscardHeld } from './held-dialogs.tsx'
import { heldAddress } from './held-search.ts'

const reasons = choicesIn(holdReasons)

type Asked = { what: 'sample' | 'discard'; group: HeldGroup } | null

/** Held values by sample and reason, with the actions that match or discard them. */
export function HeldScreen({ zone, maySetUp }: { zone: string; maySetUp: boolean }) {
  const filters = useFilters(heldAddress)
  const list = useList(
    listHeldValues,
    { query: { limit: 50, ...filters.search } },
    { refetchInterval: 10_000 },
  )
  const { data } = useQuery(queryFor(listInstruments))
  const [asked, setAsked] = useState<Asked>(null)
  const instruments = data?.instruments.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <>
      <ListScreen
        title={t`Held values`}
        about={t`Values of analysers that could not be matched for certain. They are not offered at the bench until you match them.`}
        filters={
          <FilterBar label={t`Held values shown`} filters={filters} views="held">
            <Choice name="reason" label={t`Reason`} options={reasons} />
            <Choice name="instrument" label={t`Analyser`} options={instruments} />
          </FilterBar>
        }
        list={list}
        caption={t`Held values, newest first`}
        columns={columnsWith(zone, maySetUp, setAsked)}
        rowKey={({ id }) => id}
        narrowed={filters.narrowed}
        empty={{
          picture: <TubeDrawing />,
          title: t`No held values`,
          about: t`Values that do not match a sample, an analyte or an order appear here.`,
        }}
      />
      {asked?.what === 'sample' && <CorrectSample group={asked.group} onClose={() => setAsked(null)} />}
      {asked?.what === 'discard' && <DiscardHeld group={asked.group} onClose={() => setAsked(null)} />}
    </>
  )
}

const columnsWith = (
  zone: string,
  maySetUp: boolean,
  onAsk: (asked: Asked) => void,
): readonly Column<HeldGroup>[] => [
  {
    header: t`Sample`,
    cell: ({ sample, visitId }) => (
      <>
        <span className="figures whitespace-nowrap">{sample || t`no sample number`}</span>
        {visitId && (
          <Link className="block" to="/collect/$visitId" params={{ visitId }}>
            <Trans>Open the visit</Trans>
          </Link>
        )}
      </>
    ),
  },
  {
    header: t`Reason`,
    cell: ({ reason, instrumentId }) => (
      <>
        {translated(holdReasons[reason])}
        {maySetUp && (reason === 'unmapped' || reason === 'wrong_unit') && (
          <Link className="block" to="/analysers/$id" params={{ id: instrumentId }}>
            <Trans>Map the codes</Trans>
          </Link>
        )}
      </>
    ),
  },
  {
    header: t`Values`,
    cell: ({ values }) => (
      <>
        {values.slice(0, 4).map(({ id, code, name, value, unit }) => (
          <span key={id} className="block">
            {name || code}{' '}
            <span className="whitespace-nowrap">
              <span className="figures">{value}</span> {sayUnit(unit)}
            </span>
          </span>
        ))}
        {values.length > 4 && (
          <small className="hint">
            {plural(values.length - 4, { one: 'and # more', other: 'and # more' })}
          </small>
        )}
      </>
    ),
  },
  {
    header: t`Analyser`,
    cell: ({ instrument, receivedAt }) => (
      <>
        {instrument}
        <small className="hint block">
          <When at={receivedAt} zone={zone} />
        </small>
      </>
    ),
  },
  { header: t`Action`, cell: (group) => <Ways group={group} onAsk={onAsk} /> },
]

function Ways({ group, onAsk }: { group: HeldGroup; onAsk: (asked: Asked) => void }) {
  const again = useCall(() => call(matchHeldAgain, { body: { values: group.values.map(({ id }) => id) } }), {
    saysRefusal: true,
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button pending={again.isPending} onClick={() => again.mutate()}>
        <Trans>Match again</Trans>
      </Button>
      <Button onClick={() => onAsk({ what: 'sample', group })}>
        <Trans>Correct the sample number</Trans>
      </Button>
      <Button onClick={() => onAsk({ what: 'discard', group })}>
        <Trans>Discard</Trans>
      </Button>
    </div>
  )
}
