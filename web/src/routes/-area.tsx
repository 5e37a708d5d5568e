import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../api/queries.ts'
import { logOut } from '../features/access/log-out.ts'
import { ProfileDialog } from '../features/access/profile-dialog.tsx'
import { SentHere } from '../features/access/sent-here.tsx'
import { AreaFrame } from '../features/areas/area-frame.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { CallbackStrip } from '../features/results/callbacks/callback-strip.tsx'
import { Tour } from '../features/tour/tour.tsx'

/** What the areas' layout routes share: the frame of the person's own role around their screens. */
export function Area() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const [profileOpen, setProfileOpen] = useState(false)
  return (
    <AreaFrame
      me={me}
      bell={<Bell />}
      alarm={me.role !== 'user' && <CallbackStrip />}
      onOpenProfile={() => setProfileOpen(true)}
      onLogOut={logOut}
    >
      <Tour key={me.role} role={me.role} />
      <SentHere />
      <Outlet />
      <ProfileDialog profile={me} open={profileOpen} onClose={() => setProfileOpen(false)} />
    </AreaFrame>
  )
}
