import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type ReleasedTask, releasedTasks } from '#contract/release.ts'
import { queryFor } from '../../../api/queries.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useKeyPages } from '../../../ui/use-key-pages.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { When } from '../../../ui/when.tsx'
import { CorrectButton } from './correct-button.tsx'
import { WithdrawButton } from './withdraw-button.tsx'

const pageSize = 20

/** What was released, the latest first: found again to be corrected. */
export function ReleasedList({ zone, switcher }: { zone: string; switcher: ReactNode }) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const { cursor, pager } = useKeyPages(search)
  const released = useQuery({
    ...queryFor(releasedTasks, { query: { ...(search && { search }), limit: pageSize, cursor } }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  return (
    <>
      <PageHeader title={t`Released results`} />
      {switcher}
      <search className="mb-4 max-w-105" aria-label={t`Released results`}>
        <TextField
          name="search"
          label={t`Search`}
          type="search"
          placeholder={t`Name, reference, accession`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      {released.data ? (
        <div aria-busy={released.isPlaceholderData || undefined}>
          {released.data.rows.length === 0 ? (
            <EmptyState
              title={search ? t`Nothing that was released fits this` : t`Nothing has been released yet`}
              about={
                search
                  ? t`Try more of the name, the reference of the visit or the number of the sample.`
                  : t`Tests stand here from the moment that a person or a rule has released them.`
              }
            />
          ) : (
            <ul className="list-none">
              {released.data.rows.map((task) => (
                <Released key={task.id} task={task} zone={zone} />
              ))}
            </ul>
          )}
          <Pager {...pager(released.data.nextCursor)} />
        </div>
      ) : released.error ? (
        <Notice kind="error" role="alert">
          <p>
            <Trans>What was released could not be loaded. {released.error.message}</Trans>
          </p>
          <Button variant="plain" onClick={() => void released.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      ) : (
        <SkeletonLines count={6} says={t`Loading what was released...`} />
      )}
    </>
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
