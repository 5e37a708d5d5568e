import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../api/queries.ts'
import { logOut } from '../features/access/log-out.ts'
import { SentHere } from '../features/access/sent-here.tsx'
import { AreaFrame } from '../features/frame/area/area-frame.tsx'
import { ScreenOfArea } from '../features/frame/area/screen-of-area.tsx'
import { Bell } from '../features/notifications/bell.tsx'

// Parts that few visits need are loaded when they are needed.
const ProfileDialog = lazy(async () => ({
  default: (await import('../features/access/profile-dialog.tsx')).ProfileDialog,
}))
const Tour = lazy(async () => ({ default: (await import('../features/tour/tour.tsx')).Tour }))

/** What the areas' layout routes share: the frame of the person's own role around their screens. */
export function Area({ alarm, onLogOut = logOut }: { alarm?: ReactNode; onLogOut?: () => Promise<void> }) {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { data: lab } = useQuery(queryFor(laboratory))
  const [profile, setProfile] = useState<'not yet' | 'open' | 'closed'>('not yet')
  return (
    <AreaFrame
      me={me}
      bell={<Bell />}
      alarm={alarm}
      onOpenProfile={() => setProfile('open')}
      onLogOut={onLogOut}
    >
      <Suspense>{lab?.demo?.length && <Tour key={me.role} role={me.role} />}</Suspense>
      <SentHere />
      <ScreenOfArea />
      {profile !== 'not yet' && (
        <Suspense>
          <ProfileDialog profile={me} open={profile === 'open'} onClose={() => setProfile('closed')} />
        </Suspense>
      )}
    </AreaFrame>
  )
}
