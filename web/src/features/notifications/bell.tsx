import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { notices } from '#contract/notifications.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BellIcon } from '../../ui/icons.tsx'
import css from './bell.module.css'
import { NoticeList } from './notice-list.tsx'

/** As often it is looked for news while the page is in view; coming back to the page looks at once. Milliseconds. */
const everyMs = 30_000
/** What is shown under the bell; older ones are a page further. */
const newest = { query: { limit: 20 } } as const

/** How much is unread, in the header of every area, and the way to it. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    ...queryFor(notices, newest),
    refetchInterval: everyMs,
    refetchOnWindowFocus: 'always',
  })
  const unread = data?.unread ?? 0
  const said = unread === 0 ? 'nothing unread' : `${unread > 99 ? 'more than 99' : unread} unread`
  return (
    <>
      <Button
        variant="plain"
        icon
        className={css.bell}
        aria-label={`Notifications, ${said}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon size={24} />
        {unread > 0 && (
          <span className={css.count} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Button>
      {/* Out of the page's header, of which the dialog's own would else be a part. */}
      {createPortal(
        <Dialog open={open} onClose={() => setOpen(false)} title="Notifications">
          <NoticeList onLeave={() => setOpen(false)} />
        </Dialog>,
        document.body,
      )}
    </>
  )
}
