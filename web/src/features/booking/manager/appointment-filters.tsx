import { t } from '@lingui/core/macro'
import { statusFilters, visitStateLabels } from '#contract/visit-states.ts'
import {
  Choice,
  Days,
  FilterBar,
  PriorityChoice,
  SiteChoice,
  TestChoice,
  Words,
} from '../../../screen/filter-bar.tsx'
import type { Filters } from '../../../screen/use-filters.ts'

const labels = {
  ...visitStateLabels,
  came: t`Attended`,
  open: t`Not finished`,
  awaited: t`Booked or arrived`,
  drawn: t`Collected or later`,
}
const states = statusFilters.map((value) => ({ value, label: labels[value] }))
const kinds = [
  { value: 'appointment', label: t`By appointment` },
  { value: 'walk_in', label: 'Walk-in' },
]
const orders = [
  { value: 'latest', label: t`Latest first` },
  { value: 'soonest', label: t`Earliest first` },
]

/** What the list of appointments is narrowed by. */
export function AppointmentFilters<S>({ filters }: { filters: Filters<S> }) {
  return (
    <FilterBar label={t`Appointments`} filters={filters} views="appointments">
      <Words name="search" hint={t`Name, phone, e-mail or reference`} wide />
      <Choice name="status" label={t`Status`} options={states} />
      <Choice name="kind" label={t`Kind`} options={kinds} />
      <TestChoice />
      <PriorityChoice />
      <SiteChoice />
      <Choice name="order" label={t`Order`} options={orders} usual="latest" />
      <Days />
    </FilterBar>
  )
}
