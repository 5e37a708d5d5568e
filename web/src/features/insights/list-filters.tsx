import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { listTechnicians } from '#contract/technicians.ts'
import { queryFor } from '../../api/queries.ts'
import { useTestOptions } from '../../api/use-test-options.ts'
import { priorityOptions } from '../../lib/priority-labels.ts'
import { weekdays } from '../../lib/weekdays.ts'
import { SelectField } from '../../ui/fields.tsx'
import { type ListSearch, readListSearch } from './list-search.ts'
import { sayHour } from './number-words.ts'

type FilterProps = { search: ListSearch; onSearch: (search: ListSearch) => void }

/** One of several, or any; by its name in the address. */
export function Choice({
  name,
  label,
  options,
  search,
  onSearch,
}: FilterProps & {
  name: keyof ListSearch
  label: string
  options: readonly { value: string; label: string }[]
}) {
  return (
    <SelectField
      name={name}
      label={label}
      placeholder={t`Any`}
      options={options}
      value={search[name] ?? ''}
      onChange={(event) => onSearch(readListSearch({ ...search, [name]: event.currentTarget.value }))}
    />
  )
}

export function TestAndPriority(props: FilterProps) {
  const tests = useTestOptions()
  return (
    <>
      <Choice {...props} name="test" label={t`Test`} options={tests} />
      <Choice {...props} name="priority" label={t`Priority`} options={priorityOptions} />
    </>
  )
}

/** Whose work: technicians, for those who may see who they are, and whoever the list was opened for. */
export function PersonChoice(props: FilterProps) {
  const { data: me } = useQuery(queryFor(readProfile))
  const mayList = me?.permissions.includes('people') ?? false
  const { data: technicians } = useQuery({ ...queryFor(listTechnicians), enabled: mayList })
  const known = (technicians ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))
  const { person } = props.search
  const options =
    person === undefined || known.some(({ value }) => value === person)
      ? known
      : [...known, { value: person, label: t`The person chosen` }]
  if (options.length === 0) return null
  return <Choice {...props} name="person" label={t`By`} options={options} />
}

const weekdayOptions = weekdays.map(({ weekday, name }) => ({ value: String(weekday), label: name }))
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: sayHour(hour) }))

/** One hour of one day of the week. */
export function HourOfWeek(props: FilterProps) {
  return (
    <>
      <Choice {...props} name="weekday" label={t`Weekday`} options={weekdayOptions} />
      <Choice {...props} name="hour" label={t`Hour`} options={hourOptions} />
    </>
  )
}
