import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listTechnicians } from '#contract/technicians.ts'
import { queryFor } from '../../api/queries.ts'
import { useFirstWeekday } from '../../api/use-first-weekday.ts'
import { useMay } from '../../api/use-may.ts'
import { namedWeekdays } from '../../lib/weeks.ts'
import { BackLink } from '../../screen/back-link.tsx'
import { Choice, Days, FilterBar } from '../../screen/filter-bar.tsx'
import { type ListProps, ListScreen } from '../../screen/list.tsx'
import { type Filters, useFiltersHere } from '../../screen/use-filters.ts'
import type { Range } from './insights-search.ts'
import type { ListSearch } from './list-search.ts'
import { sayHour } from './number-words.ts'

/** A list behind a figure, with the way back to the figures of the same period. */
export function InsightList<Row, Answer>({
  title,
  about,
  filters,
  range,
  choices,
  ...list
}: ListProps<Row, Answer> & {
  title: string
  about: string
  filters: Filters<ListSearch>
  /** The days that are shown; absent in a list of the current state. */
  range?: Range
  /** Filters besides the period. */
  choices: ReactNode
}) {
  const { from, to, site, test, priority, compareWith } = filters.search
  const period = from && to && { period: 'custom' as const, from, to }
  return (
    <ListScreen<Row, Answer>
      {...(list as ListProps<Row, Answer>)}
      title={title}
      about={about}
      back={
        <BackLink to="/manager-dashboard/insights" search={{ ...period, site, test, priority, compareWith }}>
          <Trans>Insights</Trans>
        </BackLink>
      }
      filters={
        <FilterBar label={title} filters={filters}>
          {range && <Days range={range} />}
          {choices}
        </FilterBar>
      }
    />
  )
}

/** Filter by technician, for staff who may see technicians; includes the person that the list was opened for. */
export function PersonChoice() {
  const { search } = useFiltersHere()
  const mayList = useMay('people')
  const { data: technicians } = useQuery({ ...queryFor(listTechnicians), enabled: mayList })
  const known = (technicians ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))
  const { person } = search
  const options =
    typeof person !== 'string' || known.some(({ value }) => value === person)
      ? known
      : [...known, { value: person, label: t`The person chosen` }]
  return options.length > 0 && <Choice name="person" label={t`By`} options={options} />
}

const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: sayHour(hour) }))

/** One hour of one day of the week. */
export function HourOfWeek() {
  const weekdays = namedWeekdays(useFirstWeekday())
  return (
    <>
      <Choice
        name="weekday"
        label={t`Weekday`}
        options={weekdays.map(({ weekday, name }) => ({ value: String(weekday), label: name }))}
      />
      <Choice name="hour" label={t`Hour`} options={hourOptions} />
    </>
  )
}
