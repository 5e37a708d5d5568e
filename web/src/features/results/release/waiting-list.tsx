import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { releaseResults, waitingForRelease } from '#contract/reports.ts'
import { call } from '../../../api/client.ts'
import { List } from '../../../screen/list.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { useList } from '../../../screen/use-list.ts'
import { MicroscopeDrawing } from '../../../ui/drawings.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { useChosen } from '../../../ui/use-chosen.ts'
import { moveAmongTasks } from '../entry/move-among-tasks.ts'
import { isPlain } from './conspicuous.ts'
import { WaitingTask } from './waiting-task.tsx'

/** Results that wait, the oldest first: to read, to choose and to release, together or one by one. */
export function WaitingList({
  zone,
  switcher,
  lots,
}: {
  zone: string
  switcher: ReactNode
  lots: (taskId: string, list: readonly string[]) => ReactNode
}) {
  const list = useList(
    waitingForRelease,
    { query: { limit: 20 } },
    { refetchInterval: 20_000, staleTime: 5_000 },
  )
  const { rows: tasks, pager } = list
  const ids = tasks.map(({ id }) => id)
  const chosen = useChosen()
  const release = useCall(
    // What is shown now is what was read: results that somebody saves again meanwhile are not released by it.
    (read: typeof tasks) =>
      call(releaseResults, {
        body: {
          tasks: read.map(({ id }) => id),
          revisions: Object.fromEntries(read.map(({ id, revision }) => [id, revision])),
        },
      }),
    { onDone: () => chosen.replace([]) },
  )
  const allowed = tasks.filter(({ whyNotRelease }) => whyNotRelease === null)
  // Others are released one by one, with a reason.
  const free = allowed.filter(({ outOfUse }) => outOfUse.length === 0)
  const plain = free.filter(isPlain)
  // What has left the list meanwhile, or may not be released any more, is no longer chosen.
  const going = free.filter(({ id }) => chosen.has(id))
  return (
    <Screen
      title={t`Release results`}
      about={list.data && sayCount(tasks.length, pager.reachable > 1)}
      action={
        tasks.length > 0 && (
          <KeyButton
            shortcut="R"
            variant="primary"
            pending={release.isPending}
            pendingText={t`Releasing...`}
            whyNot={
              going.length > 0
                ? null
                : free.length > 0
                  ? t`Choose the tests to release.`
                  : allowed.length > 0
                    ? t`These tests are released one by one, with a reason.`
                    : t`There are no results that you may release.`
            }
            onPress={() => release.mutate(going)}
          >
            {going.length > 0 ? t`Release ${going.length}` : t`Release`}
          </KeyButton>
        )
      }
    >
      {switcher}
      {release.error && (
        <Notice kind="error" role="alert" className="mb-4">
          <p>
            <strong>
              <Trans>Nothing was released.</Trans>
            </strong>{' '}
            {release.error.message}
          </p>
          <Reference id={release.error.requestId} />
        </Notice>
      )}
      <List
        list={list}
        failure={t`The results waiting for release could not be loaded`}
        empty={{
          picture: <MicroscopeDrawing />,
          title: t`Nothing is waiting for release`,
          about: t`A completed test appears here until somebody else has checked its results.`,
        }}
      >
        {() => (
          <>
            {(plain.length > 1 || going.length > 0) && (
              <KeyButton
                shortcut="A"
                variant="plain"
                onPress={() => chosen.replace(going.length > 0 ? [] : plain.map(({ id }) => id))}
              >
                {going.length > 0 ? t`Choose none` : sayPlain(plain.length, free.length)}
              </KeyButton>
            )}
            <p className="hint mt-2 mb-3">
              <Trans>Arrows go from test to test, Space chooses, Enter releases one.</Trans>
            </p>
            <ul className="list-none" onKeyDown={moveAmongTasks}>
              {tasks.map((task) => (
                <WaitingTask
                  key={task.id}
                  task={task}
                  zone={zone}
                  lots={lots(task.id, ids)}
                  chosen={going.includes(task)}
                  pending={release.isPending}
                  onChoose={(on) => chosen.choose(task.id, on)}
                  onRelease={() => release.mutate([task])}
                />
              ))}
            </ul>
          </>
        )}
      </List>
    </Screen>
  )
}

/** A test with a remark is read and chosen by itself. */
const sayPlain = (plain: number, free: number): string =>
  plain === free ? t`Choose all ${plain}` : t`Choose the ${plain} without remarks`

function sayCount(count: number, more: boolean): string {
  if (more) return t`${count} tests on this page are waiting for release, oldest first`
  return count === 1 ? t`1 test is waiting for release` : t`${count} tests are waiting for release`
}
