import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { catalogueTests } from '#contract/sites.ts'
import { type TaskState, taskStateLabels, taskStates } from '#contract/task-states.ts'
import { queryFor } from '../../../api/queries.ts'
import { translated } from '../../../lib/translated.ts'
import { CheckboxField, SelectField, TextField } from '../../../ui/fields.tsx'

export type QueueFilter = { status: TaskState; test: string; mine: boolean; search: string }
export const noFilter: QueueFilter = { status: 'pending', test: '', mine: false, search: '' }

const states = taskStates.map((state) => ({
  value: state,
  label:
    state === 'completed'
      ? t`${translated(taskStateLabels[state])} today`
      : translated(taskStateLabels[state]),
}))

export function QueueFilters({
  filter,
  onChange,
}: {
  filter: QueueFilter
  onChange: (filter: QueueFilter) => void
}) {
  const { data: tests } = useQuery({ ...queryFor(catalogueTests), staleTime: Number.POSITIVE_INFINITY })
  return (
    <search
      aria-label={t`Test Queue`}
      className="mb-4 grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)_auto] items-end gap-3 max-sm:grid-cols-2 max-sm:[&>:first-child]:col-span-full"
    >
      <TextField
        name="search"
        label={t`Search`}
        type="search"
        placeholder={t`Name, patient ID, accession`}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })}
      />
      <SelectField
        name="state"
        label={t`State`}
        value={filter.status}
        options={states}
        onChange={(event) => {
          const status = taskStates.find((state) => state === event.currentTarget.value) ?? 'pending'
          onChange({ ...filter, status, mine: filter.mine && status !== 'pending' })
        }}
      />
      <SelectField
        name="test"
        label={t`Test`}
        value={filter.test}
        placeholder={t`All tests`}
        options={(tests ?? []).map(({ name, label }) => ({ value: name, label }))}
        onChange={(event) => onChange({ ...filter, test: event.currentTarget.value })}
      />
      <CheckboxField
        name="mine"
        label={t`Only mine`}
        checked={filter.mine}
        onChange={(event) => {
          const mine = event.currentTarget.checked
          // Nobody works on a pending task.
          onChange({
            ...filter,
            mine,
            status: mine && filter.status === 'pending' ? 'in_progress' : filter.status,
          })
        }}
      />
    </search>
  )
}
