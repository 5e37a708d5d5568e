import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { HeldSlot } from './held-slot.ts'

/** That a time is kept for this visitor, and for how long. Its end is announced, its seconds are not. */
export function HoldNotice({
  held,
  active,
  zone,
  pending,
  onGiveUp,
  onContinue,
}: {
  held: HeldSlot
  active: boolean
  zone: string
  pending: boolean
  onGiveUp: () => void
  /** To the booking form, from elsewhere. */
  onContinue?: () => void
}) {
  const said = sayWhen(held.start, zone, now())
  const when = said.charAt(0).toUpperCase() + said.slice(1)
  return (
    <Notice kind={active ? 'ok' : 'warning'}>
      {active ? (
        <>
          <p>
            <strong>
              <Trans>
                {when} is held for you for <Countdown until={held.until} />.
              </Trans>
            </strong>
          </p>
          <p>
            {held.yields
              ? t`Nobody else can book it until the last minute. In that minute, somebody who is logged in can.`
              : t`Nobody else can book it while you fill in the form.`}
          </p>
        </>
      ) : (
        <p role="status">
          <Trans>{when} is no longer held for you. You can still book it while it is free.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-3 max-sm:flex-[1_1_100%] max-sm:*:flex-auto">
        {active && onContinue && (
          <Button onClick={onContinue}>
            <Trans>Continue booking</Trans>
          </Button>
        )}
        <Button variant="plain" pending={pending} onClick={onGiveUp}>
          {active ? t`Give up this time` : t`Understood`}
        </Button>
      </div>
    </Notice>
  )
}
