import { t } from '@lingui/core/macro'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { now } from '../lib/clock.ts'
import { browserZone, dayOf } from '../lib/times.ts'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { SelectField } from '../ui/fields.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

const periods = [
  { value: '30', label: t`Last 30 days` },
  { value: '90', label: t`Last 90 days` },
  { value: '365', label: t`Last 365 days` },
]
const dayMs = 86_400_000

/** A table of figures of the last days, with a choice of the period. `figuresOf`: the query for a range of days. */
export function FiguresCard<Answer, Row>({
  title,
  figuresOf,
  rowsIn,
  none,
  note,
  ...table
}: {
  title: string
  figuresOf: (days: {
    from: string
    to: string
  }) => Pick<UseQueryOptions<Answer, ApiError, Answer, readonly unknown[]>, 'queryKey' | 'queryFn'>
  rowsIn: (answer: Answer) => readonly Row[]
  caption: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** What is said if there are no rows. */
  none: string
  /** What the figures are, below the table. */
  note: ReactNode
}) {
  const headingId = useId()
  const [days, setDays] = useState('30')
  const zone = browserZone()
  const from = dayOf(new Date(now().getTime() - (Number(days) - 1) * dayMs), zone)
  const { data, error } = useQuery({
    ...figuresOf({ from, to: dayOf(now(), zone) }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card aria-labelledby={headingId} className="mt-6">
      <h2 id={headingId} className="heading-row">
        {title}
      </h2>
      <div className="mb-4 max-w-60">
        <SelectField
          name="days"
          label={t`Period`}
          value={days}
          options={periods}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        />
      </div>
      <DataTable
        {...table}
        rows={data === undefined ? [] : rowsIn(data as Answer)}
        empty={
          data || error ? (
            <p>{error ? t`The figures could not be loaded. ${error.message}` : none}</p>
          ) : (
            <SkeletonLines count={3} says={t`Loading the figures...`} />
          )
        }
      />
      <p className="hint mt-3">{note}</p>
    </Card>
  )
}
