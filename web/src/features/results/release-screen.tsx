import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { releaseResults, waitingForRelease } from '#contract/reports.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice, Reference } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshLab } from './refresh-lab.ts'
import css from './release-screen.module.css'
import { WaitingTask } from './waiting-task.tsx'

/** Results that wait for a second pair of eyes: to read, to choose and to release together. */
export function ReleaseScreen({ zone }: { zone: string }) {
  const queryClient = useQueryClient()
  const waiting = useQuery({ ...queryFor(waitingForRelease), refetchInterval: 20_000, staleTime: 5_000 })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const release = useMutation<{ message: string }, ApiError, string[]>({
    mutationFn: (tasks) => call(releaseResults, { body: { tasks } }),
    onSuccess: ({ message }) => {
      toast('success', message)
      setChosen(new Set())
    },
    onSettled: () => void refreshLab(queryClient),
  })
  const tasks = waiting.data ?? []
  const free = tasks.filter(({ whyNotRelease }) => whyNotRelease === null)
  // What has left the list meanwhile, or may not be released any more, is no longer chosen.
  const going = free.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const choose = (id: string, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
  return (
    <>
      <PageHeader
        title="Release results"
        about={waiting.data && sayCount(tasks.length)}
        action={
          tasks.length > 0 && (
            <Button
              variant="primary"
              pending={release.isPending}
              pendingText="Releasing..."
              whyNot={
                going.length > 0
                  ? null
                  : free.length > 0
                    ? 'Choose what to release.'
                    : 'Nothing here is for you to release.'
              }
              onClick={() => release.mutate(going)}
            >
              {going.length > 0 ? `Release ${going.length}` : 'Release'}
            </Button>
          )
        }
      />
      {release.error && (
        <Notice kind="error" role="alert" className={css.notice}>
          <p>
            <strong>Nothing was released.</strong> {release.error.message}
          </p>
          <Reference id={release.error.requestId} />
        </Notice>
      )}
      {waiting.error ? (
        <Notice kind="error" role="alert">
          <p>What waits for release could not be loaded. {waiting.error.message}</p>
          <Button variant="plain" onClick={() => void waiting.refetch()}>
            Try again
          </Button>
        </Notice>
      ) : !waiting.data ? (
        <SkeletonLines count={6} says="Loading what waits for release..." />
      ) : tasks.length === 0 ? (
        <EmptyState
          picture={<MicroscopeDrawing />}
          title={<h2>Nothing waits for release</h2>}
          about="Once a test is completed with its results, it stands here until somebody else has looked at it."
        />
      ) : (
        <>
          {free.length > 1 && (
            <Button
              variant="plain"
              onClick={() => setChosen(new Set(going.length === free.length ? [] : free.map(({ id }) => id)))}
            >
              {going.length === free.length ? 'Choose none' : `Choose all ${free.length}`}
            </Button>
          )}
          <ul className={css.list}>
            {tasks.map((task) => (
              <WaitingTask
                key={task.id}
                task={task}
                zone={zone}
                chosen={going.includes(task.id)}
                onChoose={(on) => choose(task.id, on)}
              />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function sayCount(count: number): string {
  return count === 1 ? '1 test waits for release' : `${count} tests wait for release`
}
