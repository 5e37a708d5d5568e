import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { instrumentEventKinds } from '#contract/instrument-care.ts'
import { type Instrument, instrumentStates, listInstruments } from '#contract/instruments.ts'
import { queryFor } from '../../api/queries.ts'
import { dayWithoutWeekday } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'
import { BreakdownForm } from './breakdown-forms.tsx'
import { AddInstrument } from './instrument-form.tsx'
import { stateOfLink } from './instrument-words.ts'
import { ImportProfile } from './profile-file.tsx'

/** The analysers, with the state of their links kept up to date. */
export function InstrumentsScreen({ zone, maySetUp }: { zone: string; maySetUp: boolean }) {
  const { data } = useSuspenseQuery({ ...queryFor(listInstruments), refetchInterval: 5_000 })
  const [adding, setAdding] = useState(false)
  const [broken, setBroken] = useState<Instrument | null>(null)
  const held = data.instruments.reduce((sum, one) => sum + one.held, 0)
  return (
    <Screen
      title={t`Analysers`}
      about={t`Every message is stored. Values that match an ordered test are offered at the bench; other values are held.`}
      action={
        maySetUp && (
          <Button variant="primary" onClick={() => setAdding(true)}>
            <PlusIcon />
            <Trans>Add an analyser</Trans>
          </Button>
        )
      }
    >
      <div className="mb-4 flex flex-wrap gap-3">
        <Link to="/analysers/held" className={buttonClass()}>
          {held === 0 ? t`No held values` : plural(held, { one: '# held value', other: '# held values' })}
        </Link>
        {maySetUp && <ImportProfile />}
      </div>
      <DataTable
        caption={t`Analysers by name`}
        rows={data.instruments}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            picture={<TubeDrawing />}
            title={t`No analyser yet`}
            {...(maySetUp && {
              about: t`Add an analyser: choose its profile and its port, and map its codes after the first message.`,
            })}
          />
        }
        columns={columnsAt(useNow(), zone, maySetUp, setBroken)}
      />
      {broken && <BreakdownForm instrument={broken} zone={zone} onClose={() => setBroken(null)} />}
      {adding && <AddInstrument onClose={() => setAdding(false)} />}
    </Screen>
  )
}

const columnsAt = (
  now: Date,
  zone: string,
  maySetUp: boolean,
  onBreakdown: (instrument: Instrument) => void,
): readonly Column<Instrument>[] => [
  {
    header: t`Name`,
    cell: ({ id, name }) =>
      maySetUp ? (
        <Link to="/analysers/$id" params={{ id }}>
          {name}
        </Link>
      ) : (
        name
      ),
  },
  { header: t`Site`, cell: ({ site }) => site },
  {
    header: t`Connection`,
    cell: (one) => {
      if (one.protocol === 'none') return t`No connection`
      const { label, tone } = stateOfLink(one, now)
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {one.trouble !== '' && <small className="hint block">{one.trouble}</small>}
        </>
      )
    },
  },
  {
    header: t`Status`,
    cell: ({ protocol, state, outOfUse }) =>
      outOfUse ? (
        <>
          <Badge tone="danger">{t`Out of use`}</Badge>
          <small className="hint block">
            <When at={outOfUse.since} zone={zone} />: {outOfUse.fault}
          </small>
        </>
      ) : protocol === 'none' ? (
        t`In use`
      ) : (
        translated(instrumentStates[state])
      ),
  },
  {
    header: t`Last message`,
    cell: ({ protocol, messageAt }) =>
      protocol === 'none' ? '–' : messageAt ? <When at={messageAt} zone={zone} /> : t`No message yet`,
  },
  { header: t`Next due`, cell: (one) => <CareDue of={one} /> },
  { header: t`Held`, cell: ({ protocol, held }) => (protocol === 'none' ? '–' : held) },
  {
    header: t`Breakdown`,
    cell: (one) =>
      one.outOfUse === null ? (
        <Button
          variant="plain"
          aria-label={t`Report a breakdown of ${one.name}`}
          onClick={() => onBreakdown(one)}
        >
          <Trans>Report</Trans>
        </Button>
      ) : maySetUp ? (
        <Button aria-label={t`${one.name} is back in use`} onClick={() => onBreakdown(one)}>
          <Trans>Back in use</Trans>
        </Button>
      ) : (
        '–'
      ),
  },
]

/** The calibration or service that is due first. */
function CareDue({ of: { careDue } }: { of: Instrument }) {
  if (!careDue) return '–'
  const what = translated(instrumentEventKinds[careDue.kind])
  const day = dayWithoutWeekday(careDue.dueOn)
  return (
    <>
      {careDue.isOver && <Badge tone="warning">{t`Due now`}</Badge>} {t`${what}: ${day}`}
    </>
  )
}
