import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { notices, readNotices, type Notice as Told } from '#contract/notifications.ts'
import { call } from '../../api/client.ts'
import { browserZone } from '../../lib/times.ts'
import { Rows } from '../../screen/rows.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useList } from '../../screen/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'

/** What lies here for the person, newest first. `onLeave` when they go to what a notice is about. */
export function NoticeList({ onLeave }: { onLeave: () => void }) {
  const list = useList(notices, { query: { limit: 20 } })
  const mark = useCall((ids?: string[]) => call(readNotices, { body: ids ? { ids } : {} }))
  return (
    <div className="stack min-w-[min(480px,100%)] items-start gap-4">
      {mark.error && (
        <Notice kind="error" role="alert">
          <p>{mark.error.message}</p>
        </Notice>
      )}
      {list.data && list.data.unread > 0 && (
        <Button pending={mark.isPending} onClick={() => mark.mutate(undefined)}>
          <Trans>Mark all as read</Trans>
        </Button>
      )}
      <Rows
        list={list}
        failure={t`The messages could not be loaded`}
        empty={{ title: t`Nothing here yet`, about: t`Messages from the laboratory appear here.` }}
      >
        {(rows) => (
          <ul className="stack w-full">
            {rows.map((notice) => (
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
        )}
      </Rows>
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
