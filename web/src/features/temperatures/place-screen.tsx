import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type PlaceDetail, type Reading, readPlace, strikeReading } from '#contract/temperatures.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TextField } from '../../ui/fields.tsx'
import { When } from '../../ui/when.tsx'
import { PlaceForm } from './place-form.tsx'
import { sayLimits, sayValue } from './place-words.ts'
import { ReadingForm } from './reading-form.tsx'

/** A place with its readings of a month. `maySetUp`: the reader may change the place. */
export function PlaceScreen({ id, maySetUp }: { id: string; maySetUp: boolean }) {
  const { data: place } = useSuspenseQuery(queryFor(readPlace, { params: { id } }))
  const limits = sayLimits(place)
  return (
    <Screen
      rhythm="cards"
      title={place.name}
      about={t`Limits: ${limits}. ${place.site}.`}
      action={
        <>
          {maySetUp && <PlaceForm of={place} opener={{ children: t`Change the place` }} />}
          {place.endedAt === null && (
            <ReadingForm place={place} opener={{ variant: 'primary', children: t`Enter a reading` }} />
          )}
        </>
      }
    >
      <DataTable
        caption={t`Readings of the last 31 days, latest first`}
        rows={place.readings}
        rowKey={({ id: reading }) => reading}
        columns={columnsOf(place)}
        empty={<p className="hint">{t`No readings in the last 31 days.`}</p>}
      />
    </Screen>
  )
}

const columnsOf = ({ unit }: PlaceDetail): readonly Column<Reading>[] => [
  {
    header: t`Time`,
    cell: ({ at, by }) => (
      <>
        <span className="whitespace-nowrap">
          <When at={at} zone={browserZone()} distance={false} />
        </span>
        <span className="hint block">{by}</span>
      </>
    ),
  },
  {
    header: t`Value`,
    cell: ({ value, isOutside, struck }) => (
      <>
        <span className={`me-2 whitespace-nowrap font-600 ${struck ? 'line-through' : ''}`}>
          {sayValue(value, unit)}
        </span>
        {struck ? <Badge>{t`Struck out`}</Badge> : isOutside && <Badge tone="danger">{t`Outside`}</Badge>}
      </>
    ),
  },
  {
    header: t`Action`,
    cell: ({ action, struck }) => (
      <span className="wrap-anywhere">
        {action || (struck ? '' : '–')}
        {struck && <span className="hint block">{t`Struck out by ${struck.by}: ${struck.reason}`}</span>}
      </span>
    ),
  },
  {
    header: t`Correct`,
    cell: (reading) => (reading.struck ? '–' : <StrikeForm reading={reading} unit={unit} />),
  },
]

function StrikeForm({ reading, unit }: { reading: Reading; unit: PlaceDetail['unit'] }) {
  const dialog = useFormDialog(strikeReading, { params: { id: reading.id } })
  const value = sayValue(reading.value, unit)
  return (
    <DialogForm
      {...dialog}
      opener={{ variant: 'plain', 'aria-label': t`Strike out ${value}`, children: t`Strike out` }}
      scope="strike"
      title={t`Strike out ${value}?`}
      submit={t`Strike out`}
      variant="danger"
    >
      <TextField
        name="reason"
        label={t`Reason`}
        hint={t`The reading stays visible with your name and this reason.`}
        required
        maxLength={200}
        autoComplete="off"
        data-first-focus=""
      />
    </DialogForm>
  )
}
