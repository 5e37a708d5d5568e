import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { statusFilters, visitStateLabels } from '#contract/visit-states.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { useTestOptions } from '../../api/use-test-options.ts'
import { priorityOptions } from '../../lib/priority-labels.ts'
import { Button } from '../../ui/button.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { type AppointmentSearch, readAppointmentSearch } from './appointment-search.ts'

const labels = {
  ...visitStateLabels,
  came: t`Came`,
  open: t`Not over`,
  awaited: t`Booked or arrived`,
  drawn: t`Collected or further`,
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
export function AppointmentFilters({
  typed,
  onTyped,
  search,
  onSearch,
}: {
  typed: string
  onTyped: (typed: string) => void
  search: AppointmentSearch
  onSearch: (search: AppointmentSearch) => void
}) {
  const { data: facts } = useQuery(queryFor(laboratory))
  const tests = useTestOptions()
  const sites = useSeenSites(everySite(facts)).map(({ id, name }) => ({ value: id, label: name }))
  /** Another filter begins at the first page. */
  const set = (change: Partial<Record<keyof AppointmentSearch, string>>) =>
    onSearch(readAppointmentSearch({ ...search, ...change, page: '' }))
  const narrowed = typed !== '' || Object.values(search).some((value) => value !== undefined)
  return (
    <search
      className="cols-fill-168 mb-6 grid items-start gap-4 max-sm:grid-cols-2 max-sm:gap-3 max-sm:[&>:nth-child(even):has(+[data-days])]:col-span-2"
      aria-label={t`Appointments`}
    >
      <div className="col-span-2">
        <TextField
          name="search"
          label={t`Search`}
          type="search"
          hint={t`Name, phone, e-mail or reference`}
          value={typed}
          onChange={(event) => onTyped(event.currentTarget.value)}
        />
      </div>
      <SelectField
        name="status"
        label={t`Status`}
        placeholder={t`Any`}
        options={states}
        value={search.status ?? ''}
        onChange={(event) => set({ status: event.currentTarget.value })}
      />
      <SelectField
        name="kind"
        label={t`Kind`}
        placeholder={t`Any`}
        options={kinds}
        value={search.kind ?? ''}
        onChange={(event) => set({ kind: event.currentTarget.value })}
      />
      <SelectField
        name="test"
        label={t`Test`}
        placeholder={t`Any`}
        options={tests}
        value={search.test ?? ''}
        onChange={(event) => set({ test: event.currentTarget.value })}
      />
      <SelectField
        name="priority"
        label={t`Priority`}
        placeholder={t`Any`}
        options={priorityOptions}
        value={search.priority ?? ''}
        onChange={(event) => set({ priority: event.currentTarget.value })}
      />
      {sites.length > 1 && (
        <SelectField
          name="site"
          label={t`Site`}
          placeholder={t`Any`}
          options={sites}
          value={search.site ?? ''}
          onChange={(event) => set({ site: event.currentTarget.value })}
        />
      )}
      <SelectField
        name="order"
        label={t`Order`}
        options={orders}
        value={search.order ?? 'latest'}
        onChange={(event) => set({ order: event.currentTarget.value })}
      />
      <div data-days="" className="col-span-2 grid grid-cols-subgrid">
        <DateRange from={search.from} to={search.to} onChange={set} />
      </div>
      {narrowed && (
        <div className="pt-6.5 max-sm:col-span-2 max-sm:pt-0">
          <Button
            variant="plain"
            onClick={() => {
              onTyped('')
              onSearch(readAppointmentSearch({}))
            }}
          >
            <Trans>Show all</Trans>
          </Button>
        </div>
      )}
    </search>
  )
}
