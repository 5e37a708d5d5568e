import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import {
  type InstrumentEvent,
  instrumentEventKinds,
  listInstrumentEvents,
} from '#contract/instrument-care.ts'
import type { InstrumentDetail } from '#contract/instruments.ts'
import { dayWithoutWeekday, shortDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { List } from '../../screen/list.tsx'
import { useList } from '../../screen/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'
import { CareForm, StrikeOutEvent } from './care-form.tsx'

/** The reagent lots, calibrations and services of an analyser, and what is due. */
export function CareList({ instrument, zone }: { instrument: InstrumentDetail; zone: string }) {
  const list = useList(listInstrumentEvents, { params: { id: instrument.id }, query: { limit: 10 } })
  const [noting, setNoting] = useState(false)
  return (
    <Card className="stack gap-4" aria-labelledby="care">
      <div className="row justify-between gap-3">
        <h2 id="care">
          <Trans>Lots, calibrations and services</Trans>
        </h2>
        <Button onClick={() => setNoting(true)}>
          <Trans>Add an entry</Trans>
        </Button>
      </div>
      <List
        list={list}
        caption={t`Lots, calibrations and services, latest entry first`}
        columns={columnsAt(zone, instrument.id)}
        rowKey={({ id }) => id}
        empty={
          instrument.protocol === 'none'
            ? t`No entries yet.`
            : t`No entries yet. Lots and calibrations are marked on the control charts.`
        }
      />
      {noting && <CareForm instrument={instrument} zone={zone} onClose={() => setNoting(false)} />}
    </Card>
  )
}

const columnsAt = (zone: string, instrument: string): readonly Column<InstrumentEvent>[] => [
  {
    header: t`When`,
    cell: ({ at, by }) => (
      <>
        <When at={at} zone={zone} distance={false} />
        <small className="hint block">
          <Trans>added by {by}</Trans>
        </small>
      </>
    ),
  },
  {
    header: t`What`,
    cell: ({ kind, analyte, struckOut }) => {
      const what = translated(instrumentEventKinds[kind])
      return (
        <>
          {struckOut ? <s>{what}</s> : what}
          {analyte !== '' && <small className="hint block">{analyte}</small>}
        </>
      )
    },
  },
  { header: t`Details`, cell: (one) => <Details of={one} /> },
  {
    header: t`Action`,
    cell: ({ id, struckOut }) => struckOut === null && <StrikeOutEvent id={instrument} event={id} />,
  },
]

const sayStruck = ({ by, reason }: NonNullable<InstrumentEvent['struckOut']>) =>
  t`Struck out by ${by}: ${reason}`

function Details({ of: { lot, item, expiresOn, dueOn, note, struckOut } }: { of: InstrumentEvent }) {
  const until = expiresOn && dayWithoutWeekday(expiresOn)
  const due = dueOn && shortDay(dueOn)
  return (
    <>
      {item !== '' && <span className="block">{item}</span>}
      {lot !== '' && (
        <span className="block">{until ? t`Lot ${lot}, expires on ${until}` : t`Lot ${lot}`}</span>
      )}
      {due && (
        <span className="block">
          <Trans>Due again on {due}</Trans>
        </span>
      )}
      {note !== '' && <span className="block">{note}</span>}
      {struckOut && <small className="hint block">{sayStruck(struckOut)}</small>}
    </>
  )
}
