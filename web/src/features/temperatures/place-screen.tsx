import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PlaceDetail, type Reading, readPlace, strikeReading } from '#contract/temperatures.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { BackLink } from '../../screen/back-link.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { When } from '../../ui/when.tsx'
import { PlaceForm } from './place-form.tsx'
import { sayLimits, sayValue } from './place-words.ts'
import { ReadingForm } from './reading-form.tsx'

/** A place with its readings of a month. `maySetUp`: the reader may change the place. */
export function PlaceScreen({ id, maySetUp }: { id: string; maySetUp: boolean }) {
  const { data: place } = useSuspenseQuery(queryFor(readPlace, { params: { id } }))
  const [opened, setOpened] = useState<'read' | 'change' | null>(null)
  const [wrong, setWrong] = useState<Reading | null>(null)
  const onClose = () => setOpened(null)
  const limits = sayLimits(place)
  return (
    <Page>
      <BackLink to="/temperatures">
        <Trans>All places</Trans>
      </BackLink>
      <PageHeader
        title={place.name}
        about={t`Limits: ${limits}. ${place.site}.`}
        action={
          <>
            {maySetUp && (
              <Button onClick={() => setOpened('change')}>
                <Trans>Change the place</Trans>
              </Button>
            )}
            {place.endedAt === null && (
              <Button variant="primary" onClick={() => setOpened('read')}>
                <Trans>Enter a reading</Trans>
              </Button>
            )}
          </>
        }
      />
      <DataTable
        caption={t`Readings of the last 31 days, latest first`}
        rows={place.readings}
        rowKey={({ id: reading }) => reading}
        columns={columnsOf(place, setWrong)}
        empty={<p className="hint">{t`No readings in the last 31 days.`}</p>}
      />
      {opened === 'read' && <ReadingForm place={place} onClose={onClose} />}
      {opened === 'change' && <PlaceForm of={place} onClose={onClose} />}
      {wrong && <StrikeForm reading={wrong} unit={place.unit} onClose={() => setWrong(null)} />}
    </Page>
  )
}

const columnsOf = (
  { unit }: PlaceDetail,
  onStrike: (reading: Reading) => void,
): readonly Column<Reading>[] => [
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
    cell: (reading) =>
      reading.struck ? (
        '–'
      ) : (
        <Button
          variant="plain"
          aria-label={t`Strike out ${sayValue(reading.value, unit)}`}
          onClick={() => onStrike(reading)}
        >
          <Trans>Strike out</Trans>
        </Button>
      ),
  },
]

function StrikeForm({
  reading,
  unit,
  onClose,
}: {
  reading: Reading
  unit: PlaceDetail['unit']
  onClose: () => void
}) {
  const form = useResourceForm(strikeReading, { params: { id: reading.id }, onDone: onClose })
  const value = sayValue(reading.value, unit)
  return (
    <DialogForm
      form={form}
      scope="strike"
      onClose={onClose}
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
