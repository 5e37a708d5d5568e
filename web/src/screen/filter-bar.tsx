import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { laboratory } from '#contract/sites.ts'
import { everySite } from '../api/every-site.ts'
import { queryFor } from '../api/queries.ts'
import { useSeenSites } from '../api/use-seen-sites.ts'
import { useTestOptions } from '../api/use-test-options.ts'
import { priorityOptions } from '../lib/priority-labels.ts'
import { Button } from '../ui/button.tsx'
import { DateRange } from '../ui/date-range.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { SavedViews } from './saved-views.tsx'
import { type Filters, FiltersProvider, useFiltersHere } from './use-filters.ts'

/** The filters above a list, with a button that removes them all. */
export function FilterBar<S>({
  label,
  filters,
  views,
  unkept = [],
  children,
}: {
  label: string
  filters: Filters<S>
  /** The name under which views of this list are kept. */
  views?: string
  /** Filters that tell something about a patient: a view with such a filter cannot be saved. */
  unkept?: readonly (keyof S & string)[]
  children: ReactNode
}) {
  return (
    <FiltersProvider value={filters as unknown as Filters}>
      <search
        className="cols-fill-168 mb-4 grid items-start gap-4 max-sm:grid-cols-2 max-sm:gap-3 print:hidden max-sm:[&>:nth-child(even):has(+[data-days])]:col-span-2 max-sm:[&>:only-child]:col-span-2"
        aria-label={label}
      >
        {children}
        {filters.narrowed && (
          <div className="pt-6.5 max-sm:col-span-2 max-sm:-ms-3 max-sm:pt-0">
            <Button variant="plain" onClick={filters.showAll}>
              <Trans>Show all</Trans>
            </Button>
          </div>
        )}
      </search>
      {views && <SavedViews of={views} unkept={unkept} />}
    </FiltersProvider>
  )
}

/** A choice of one option, or of any, in the part `name` of the address. */
export function Choice({
  name,
  label,
  options,
  usual,
}: {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** The option that is meant if the address has none. Without it, "Any" can be chosen. */
  usual?: string
}) {
  const { search, set } = useFiltersHere()
  return (
    <SelectField
      name={name}
      label={label}
      {...(usual === undefined && { placeholder: t`Any` })}
      options={options}
      value={String(search[name] ?? usual ?? '')}
      onChange={({ currentTarget: { value } }) => set({ [name]: value === usual ? '' : value })}
    />
  )
}

export const TestChoice = () => <Choice name="test" label={t`Test`} options={useTestOptions()} />

export const PriorityChoice = () => <Choice name="priority" label={t`Priority`} options={priorityOptions} />

/** A choice of a site; left out where there is only one site. */
export function SiteChoice() {
  const { data: facts } = useQuery(queryFor(laboratory))
  const sites = useSeenSites(everySite(facts)).map(({ id, name }) => ({ value: id, label: name }))
  return sites.length > 1 && <Choice name="site" label={t`Site`} options={sites} />
}

/** A range of days. `range`: the days that are shown, also if the address has none. */
export function Days({ range }: { range?: { from: string; to: string } }) {
  const { search, set } = useFiltersHere()
  const days = (range ?? search) as { from: string | undefined; to: string | undefined }
  return (
    <div data-days="" className="col-span-2 grid grid-cols-subgrid">
      <DateRange from={days.from} to={days.to} onChange={(change) => set({ ...range, ...change })} />
    </div>
  )
}

/** Searched words. `instead`: a filter of the address that does not go together with them and is removed. */
export function Words({
  name,
  label = t`Search`,
  hint,
  placeholder,
  most = 200,
  wide,
  instead,
}: {
  name: string
  label?: string
  hint?: string
  placeholder?: string
  most?: number
  wide?: true
  instead?: string
}) {
  const { typed, type, search, set } = useFiltersHere()
  return (
    <div className={wide && 'col-span-2'}>
      <TextField
        name={name}
        label={label}
        type="search"
        {...(hint && { hint })}
        {...(placeholder && { placeholder })}
        maxLength={most}
        value={typed[name] ?? ''}
        onChange={({ currentTarget: { value } }) => {
          if (instead && search[instead] !== undefined) set({ [instead]: undefined })
          type(name, value)
        }}
      />
    </div>
  )
}
