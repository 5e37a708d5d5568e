import { t } from '@lingui/core/macro'
import { taskStateLabels, taskStates } from '#contract/task-states.ts'
import { translated } from '../../../lib/translated.ts'
import { Choice, FilterBar, TestChoice, Words } from '../../../screen/filter-bar.tsx'
import type { Filters } from '../../../screen/use-filters.ts'
import { CheckboxField } from '../../../ui/fields.tsx'
import { isMine, type QueueSearch } from './queue-search.ts'

const states = taskStates.map((state) => ({
  value: state,
  label:
    state === 'completed'
      ? t`${translated(taskStateLabels[state])} today`
      : translated(taskStateLabels[state]),
}))

export function QueueFilters({ filters }: { filters: Filters<QueueSearch> }) {
  const { search, set } = filters
  return (
    <FilterBar label={t`Test Queue`} filters={filters}>
      <Words name="search" placeholder={t`Name, person number, accession`} wide />
      <Choice name="state" label={t`Status`} options={states} usual="pending" />
      <TestChoice />
      <div className="self-end">
        <CheckboxField
          name="mine"
          label={t`Only mine`}
          checked={isMine(search)}
          // Nobody works on a pending task.
          onChange={({ currentTarget: { checked } }) =>
            set(checked ? { mine: 'true', state: search.state ?? 'in_progress' } : { mine: undefined })
          }
        />
      </div>
    </FilterBar>
  )
}
