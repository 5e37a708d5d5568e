import { t } from '@lingui/core/macro'
import { type Comparison, canCompare, comparisons } from '#contract/insight-periods.ts'
import { useTestOptions } from '../../api/use-test-options.ts'
import { priorityOptions } from '../../lib/priority-labels.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { comparisonOf, type InsightsSearch, type Period, periods, type Range } from './insights-search.ts'

const periodOptions = (Object.keys(periods) as Period[]).map((value) => ({ value, label: periods[value] }))

/** As short as a field; which days these are stands below. */
const comparisonNames: Readonly<Record<Comparison, string>> = {
  days: t`Preceding days`,
  month: t`Previous month`,
  quarter: t`Previous quarter`,
  year: t`Previous year`,
}

/** What the figures are of. A period of one's own begins as the one that was shown. */
export function InsightsFilters({
  search,
  range,
  sites: given,
  set,
}: {
  search: InsightsSearch
  range: Range
  /** Those that this person may ask for. */
  sites: readonly { id: string; name: string }[]
  set: (change: Partial<Record<keyof InsightsSearch, string>>) => void
}) {
  const tests = useTestOptions()
  const sites = given.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <search
      className="cols-fill-168 mb-5 grid items-start gap-4 max-sm:grid-cols-2 max-sm:gap-3 print:hidden"
      aria-label={t`Figures`}
    >
      <SelectField
        name="period"
        label={t`Period`}
        options={periodOptions}
        value={search.period ?? '30d'}
        onChange={({ currentTarget: { value } }) =>
          set({ period: value, compareWith: '', ...(value === 'custom' && range) })
        }
      />
      {search.period === 'custom' && <DateRange from={range.from} to={range.to} onChange={set} />}
      <SelectField
        name="compareWith"
        label={t`Compared with`}
        options={comparisons
          .filter((one) => canCompare(range, one))
          .map((one) => ({ value: one, label: comparisonNames[one] }))}
        value={comparisonOf(search, range)}
        onChange={(event) => set({ compareWith: event.currentTarget.value })}
      />
      {sites.length > 1 && (
        <SelectField
          name="site"
          label={t`Site`}
          placeholder={t`All`}
          options={sites}
          value={search.site ?? ''}
          onChange={(event) => set({ site: event.currentTarget.value })}
        />
      )}
      <SelectField
        name="test"
        label={t`Test`}
        placeholder={t`All`}
        options={tests}
        value={search.test ?? ''}
        onChange={(event) => set({ test: event.currentTarget.value })}
      />
      <SelectField
        name="priority"
        label={t`Priority`}
        placeholder={t`All`}
        options={priorityOptions}
        value={search.priority ?? ''}
        onChange={(event) => set({ priority: event.currentTarget.value })}
      />
    </search>
  )
}
