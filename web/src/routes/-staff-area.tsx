import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { tasksWithDrafts } from '../api/kept-drafts.ts'
import { queryFor } from '../api/queries.ts'
import { logOut } from '../features/access/log-out.ts'
import { CallbackStrip } from '../features/results/callbacks/callback-strip.tsx'
import { UnsentDialog } from '../features/results/entry/unsent-dialog.tsx'
import { Area } from './-area.tsx'
import '../ui/style/all.css'

/** The area of managers and technicians, with the alarm for critical values and the styles of staff screens. */
export function StaffArea({ notice }: { notice?: ReactNode }) {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const [unsent, setUnsent] = useState(0)
  const leave = async () => {
    const tasks = await tasksWithDrafts(me.id)
    if (tasks.length === 0) return logOut()
    setUnsent(tasks.length)
  }
  return (
    <Area
      alarm={
        <>
          {notice}
          <CallbackStrip />
          {unsent > 0 && <UnsentDialog count={unsent} onLogOut={logOut} onStay={() => setUnsent(0)} />}
        </>
      }
      onLogOut={leave}
    />
  )
}
