import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ReleasedTask, releasedTasks } from '#contract/release.ts'
import { FilterBar, Words } from '../../../screen/filter-bar.tsx'
import { List } from '../../../screen/list.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useFilters } from '../../../screen/use-filters.ts'
import { useList } from '../../../screen/use-list.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { When } from '../../../ui/when.tsx'
import { CorrectButton } from './correct-button.tsx'
import { releaseAddress } from './release-views.ts'
import { WithdrawButton } from './withdraw-button.tsx'

/** What was released, the latest first: found again to be corrected. */
export function ReleasedList({ zone, switcher }: { zone: string; switcher: ReactNode }) {
  const filters = useFilters(releaseAddress, ['view'])
  const { search } = filters.words
  return (
    <Screen title={t`Released results`}>
      {switcher}
      <FilterBar label={t`Released results`} filters={filters}>
        <Words name="search" placeholder={t`Name, reference, accession`} wide />
      </FilterBar>
      <List
        list={useList(releasedTasks, { query: { search, limit: 20 } }, { staleTime: 5_000 })}
        failure={t`The released results could not be loaded`}
        narrowed={filters.narrowed}
        empty={{
          title: t`Nothing has been released yet`,
          about: t`Tests appear here as soon as a person or a rule has released them.`,
        }}
      >
        {(tasks) => (
          <ul className="list-none">
            {tasks.map((task) => (
              <Released key={task.id} task={task} zone={zone} />
            ))}
          </ul>
        )}
      </List>
    </Screen>
  )
}

function Released({ task, zone }: { task: ReleasedTask; zone: string }) {
  const { id, title, accession, visitId, reference, patient, releasedAt, releasedBy, byRule } = task
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t py-3 [&>:first-child]:min-w-0 [&>:first-child]:flex-[1_1_320px]">
      <div>
        <p>
          <strong>
            {title}, {patient.fullName}
          </strong>{' '}
          <span className="hint">
            {patient.age}, {patient.gender}
          </span>
        </p>
        <p className="hint">
          <Trans>
            <Link to="/tasks/$id" params={{ id }} className="figures">
              {accession}
            </Link>
            , visit {reference}, released <When at={releasedAt} zone={zone} /> by{' '}
            {byRule ? t`the rule ${releasedBy}` : releasedBy}
          </Trans>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to="/reports/$visitId" params={{ visitId }} className={buttonClass()}>
          <Trans>
            Report
            <span className="visually-hidden"> of {patient.fullName}</span>
          </Trans>
        </Link>
        <CorrectButton taskId={id} />
        <WithdrawButton taskId={id} />
      </div>
    </li>
  )
}
