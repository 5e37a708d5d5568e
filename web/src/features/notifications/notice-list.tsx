import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { notices, readNotices, type Notice as Told } from '#contract/notifications.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { When } from '../../ui/when.tsx'

/** What lies here for the person, newest first. `onLeave` when they go to what a notice is about. */
export function NoticeList({ onLeave }: { onLeave: () => void }) {
  const queryClient = useQueryClient()
  const { cursor, pager } = useKeyPages('')
  const query = cursor === undefined ? { limit: 20 } : { limit: 20, cursor }
  const { data, error, refetch } = useQuery(queryFor(notices, { query }))
  const mark = useMutation({
    mutationFn: (ids?: string[]) => call(readNotices, { body: ids ? { ids } : {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(notices) }),
  })
  const problem = mark.error ?? (data ? null : error)
  return (
    <div className="stack min-w-[min(480px,100%)] items-start gap-4">
      {problem && (
        <Notice kind="error" role="alert">
          <p>{problem.message}</p>
          {!data && (
            <Button onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </Notice>
      )}
      {!data && !error && <SkeletonLines count={4} says={translated(messages.loading.any)} />}
      {data?.rows.length === 0 && (
        <EmptyState title={t`Nothing here yet`} about={t`What the laboratory tells you appears here.`} />
      )}
      {data && data.rows.length > 0 && (
        <>
          {data.unread > 0 && (
            <Button pending={mark.isPending} onClick={() => mark.mutate(undefined)}>
              <Trans>Mark all as read</Trans>
            </Button>
          )}
          <ul className="stack w-full">
            {data.rows.map((notice) => (
              <li key={notice.id} className="border-t py-3">
                <Title
                  notice={notice}
                  onFollow={() => {
                    if (!notice.read) mark.mutate([notice.id])
                    onLeave()
                  }}
                />
                {notice.about !== '' && <p>{notice.about}</p>}
                <p className="hint">
                  {!notice.read && (
                    <strong>
                      <Trans>Unread ·</Trans>{' '}
                    </strong>
                  )}
                  <When at={notice.at} zone={browserZone()} />
                </p>
              </li>
            ))}
          </ul>
          <Pager {...pager(data.nextCursor)} />
        </>
      )}
    </div>
  )
}

function Title({ notice, onFollow }: { notice: Told; onFollow: () => void }) {
  if (notice.link === null) return <p className="inline-flex min-h-7 items-center font-600">{notice.title}</p>
  const { pathname, searchParams, hash } = new URL(notice.link, location.origin)
  return (
    <Link
      to={pathname as NonNullable<LinkProps['to']>}
      search={Object.fromEntries(searchParams) as never}
      {...(hash && { hash: hash.slice(1) })}
      className="inline-flex min-h-7 items-center font-600"
      onClick={onFollow}
    >
      {notice.title}
    </Link>
  )
}
