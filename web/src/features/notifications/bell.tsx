import { plural, t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Notice, notices } from '#contract/notifications.ts'
import { keyOf } from '../../api/queries.ts'
import { latestNotices, useBell } from '../../api/use-bell.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BellIcon } from '../../ui/icons.tsx'
import { NoticeList } from './notice-list.tsx'
import { useOwnPush } from './use-own-push.ts'

/** As often it is looked for news although nothing was heard: the line may be lost. Milliseconds. */
const everyMs = 60_000

/** How much is unread, in the header of every area, and the way to it. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const [heard, setHeard] = useState(false)
  const queryClient = useQueryClient()
  useOwnPush()
  useBell(() => {
    setHeard(true)
    void queryClient.invalidateQueries({ queryKey: keyOf(notices) })
  })
  const { data } = useQuery({
    ...latestNotices,
    enabled: heard,
    refetchInterval: everyMs,
    refetchOnWindowFocus: 'always',
  })
  const news = useNews(data?.rows)
  const unread = data?.unread ?? 0
  return (
    <>
      <Button
        variant="plain"
        icon
        className="relative ms-auto flex-none [&+*]:ms-0"
        aria-label={sayBell(unread)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon size={24} />
        {unread > 0 && (
          <span
            className="absolute end-0 top-0.5 min-w-5 rounded-full bg-vial px-[5px] text-center font-700 text-on-vial text-xs leading-5"
            aria-hidden="true"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Button>
      <span className="visually-hidden" role="status">
        {news}
      </span>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Notifications`}>
        <NoticeList onLeave={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function sayBell(unread: number): string {
  if (unread === 0) return t`Notifications, nothing unread`
  if (unread > 99) return t`Notifications, more than 99 unread`
  return plural(unread, { one: t`Notifications, # unread`, other: t`Notifications, # unread` })
}

/** What came since the page was opened, to be said aloud: the newest of it. */
function useNews(shown: readonly Notice[] | undefined): string {
  const newest = shown?.[0]
  const known = useRef<string | null>(null)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (shown === undefined) return
    // Their ids grow with time.
    if (known.current !== null && newest && newest.id > known.current && !newest.read) {
      const { title } = newest
      setNews(t`New notification: ${title}`)
    }
    known.current = newest?.id ?? ''
  }, [shown, newest])
  return news
}
