import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type NonconformityReview,
  nonconformityKinds,
  reviewNonconformities,
} from '#contract/nonconformities.ts'
import { queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { sayNumber } from '../../lib/locale.ts'
import { translated } from '../../lib/translated.ts'
import { Loaded } from '../../screen/rows.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { lastMonths } from './last-months.ts'

/** The figures of a month for the monthly review. */
export function MonthReview({ siteId }: { siteId: string | undefined }) {
  const [months] = useState(() => lastMonths(now(), 13))
  const [month, setMonth] = useState(months[0]?.value ?? '')
  const query = useQuery(queryFor(reviewNonconformities, { query: { month, siteId } }))
  return (
    <details className="card mb-6 py-2">
      <summary className="min-h-target cursor-pointer py-2.5 font-550 text-vial hover:underline">
        <Trans>Monthly review</Trans>
      </summary>
      <div className="stack mt-2 mb-3 gap-5">
        <div className="max-w-60">
          <SelectField
            name="month"
            label={t`Month`}
            options={months}
            value={month}
            onChange={({ currentTarget }) => setMonth(currentTarget.value)}
          />
        </div>
        <Loaded query={query} failure={t`The figures could not be loaded`}>
          {(review) => <Figures review={review} />}
        </Loaded>
      </div>
    </details>
  )
}

function Figures({ review }: { review: NonconformityReview }) {
  const { reported, withHarm, complaints, closed, medianDays, open, overdue, byKind } = review
  const days = medianDays === null ? null : sayNumber(Math.round(medianDays * 10) / 10)
  return (
    <div className="stack gap-5">
      <Facts
        dense
        facts={[
          { name: t`Reported`, value: sayNumber(reported) },
          { name: t`Of these, complaints`, value: sayNumber(complaints) },
          { name: t`Of these, harmed a patient`, value: sayNumber(withHarm) },
          { name: t`Closed`, value: sayNumber(closed) },
          { name: t`Median days to closure`, value: days ?? '–' },
          { name: t`Open at the end of the month`, value: sayNumber(open) },
          { name: t`Overdue at the end of the month`, value: sayNumber(overdue) },
        ]}
      />
      <DataTable
        caption={t`Nonconformities by category`}
        columns={columns}
        rows={byKind}
        rowKey={({ kind }) => kind}
        empty={<p className="hint">{t`Nothing was reported in this month or the previous month.`}</p>}
      />
    </div>
  )
}

const columns: readonly Column<NonconformityReview['byKind'][number]>[] = [
  { header: t`Category`, cell: ({ kind }) => translated(nonconformityKinds[kind]) },
  { header: t`Reported`, align: 'end', cell: ({ reported }) => sayNumber(reported) },
  { header: t`Previous month`, align: 'end', cell: ({ monthBefore }) => sayNumber(monthBefore) },
]
