import { t } from '@lingui/core/macro'
import type { Technician, TechnicianStatus } from '#contract/technicians.ts'
import { browserZone } from '../../lib/times.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'

const tones: Readonly<Record<TechnicianStatus, Tone>> = {
  Active: 'ok',
  Invited: 'info',
  Deactivated: 'neutral',
}

/** Whether somebody works here, and how long their invitation still holds. */
export function Standing({
  person: { status, invitedUntil },
}: {
  person: Pick<Technician, 'status' | 'invitedUntil'>
}) {
  const now = useNow()
  const over = invitedUntil !== null && new Date(invitedUntil) <= now
  return (
    <>
      <Badge tone={over ? 'warning' : tones[status]}>{over ? t`Invitation expired` : status}</Badge>
      {invitedUntil !== null && (
        <span className="hint mt-1 block">
          {over ? t`on` : t`until`} <When at={invitedUntil} zone={browserZone()} distance={false} />
        </span>
      )}
    </>
  )
}
