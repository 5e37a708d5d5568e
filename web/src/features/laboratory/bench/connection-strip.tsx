import { Trans } from '@lingui/react/macro'
import { type QueryClient, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { readProfile } from '#contract/access.ts'
import { useIsLost } from '../../../api/connection.ts'
import { tasksWithDrafts } from '../../../api/kept-drafts.ts'
import { queryFor } from '../../../api/queries.ts'
import { spaced } from '../../../lib/accession.ts'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'
import { taskQuery, useZone } from './bench-queries.ts'

/**
 * The notice above every screen of the bench while the server cannot be reached. It shows the time of the latest data and the tasks with
 * unsent results. When the server can be reached again, all shown data are read again.
 */
export function ConnectionStrip() {
  const isLost = useIsLost()
  const queryClient = useQueryClient()
  const wasLost = useRef(false)
  useEffect(() => {
    if (!isLost && wasLost.current) void queryClient.invalidateQueries()
    wasLost.current = isLost
  }, [isLost, queryClient])
  return isLost ? <Strip /> : null
}

function Strip() {
  const zone = useZone()
  const readAt = lastAnswer(useQueryClient())
  return (
    <Notice
      kind="warning"
      role="status"
      className="mx-6 mt-2 max-w-[calc(var(--page-wide)-48px)] max-sm:mx-4 print:hidden"
    >
      <p>
        <strong>
          <Trans>No connection to the laboratory’s server.</Trans>
        </strong>{' '}
        {readAt > 0 && (
          <Trans>
            Last updated: <When at={new Date(readAt).toISOString()} zone={zone} />.
          </Trans>
        )}
      </p>
      <p>
        <Trans>Saved results stay in this browser and are sent later.</Trans>
      </p>
      <Unsent />
    </Notice>
  )
}

function lastAnswer(client: QueryClient): number {
  const answers = client.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[0] === 'GET' })
  return Math.max(0, ...answers.map(({ state }) => state.dataUpdatedAt))
}

/** Links to tasks whose results are only in this browser. */
function Unsent() {
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { data: tasks = [] } = useQuery({
    queryKey: ['tasks with drafts', me.id],
    queryFn: () => tasksWithDrafts(me.id),
    networkMode: 'always',
    refetchInterval: 3_000,
    gcTime: 0,
  })
  const known = tasks.flatMap((id) => {
    const task = queryClient.getQueryData(taskQuery(id).queryKey)
    return task ? [{ id, title: `${task.title}, ${spaced(task.accession)}` }] : []
  })
  if (known.length === 0) return null
  return (
    <p className="row gap-x-4 gap-y-1">
      <Trans>Not sent yet:</Trans>
      {known.map(({ id, title }) => (
        <Link key={id} to="/tasks/$id" params={{ id }}>
          {title}
        </Link>
      ))}
    </p>
  )
}
