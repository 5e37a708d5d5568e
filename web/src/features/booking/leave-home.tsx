import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Appointment } from '#contract/booking.ts'
import { dayOf, timeOf } from '../../lib/times.ts'
import { SelectField } from '../../ui/fields.tsx'
import { useExpectedWaits } from './expected-wait.ts'

/** To have checked in when the time comes. */
const earlyMinutes = 10
const ways = [10, 20, 30, 45, 60, 90, 120]

/** When to leave home for a visit, by the way that one has; the wait to expect where it is known. Nothing is kept of it. */
export function LeaveHome({ visit }: { visit: Appointment }) {
  const [way, setWay] = useState('')
  const zone = visit.site.timeZone
  const wait = useExpectedWaits(dayOf(visit.scheduledDate, zone))(timeOf(visit.scheduledDate, zone))
  const leave = new Date(Date.parse(visit.scheduledDate) - (Number(way) + earlyMinutes) * 60_000)
  const leaveAt = timeOf(leave, zone)
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3 [&_p:empty]:hidden">
      <SelectField
        name={`way-${visit.id}`}
        label={t`How long does it take you to get here?`}
        placeholder={t`Choose`}
        value={way}
        onChange={(event) => setWay(event.target.value)}
        options={ways.map((minutes) => ({ value: String(minutes), label: t`${minutes} minutes` }))}
      />
      <p aria-live="polite">
        {way !== '' && (
          <>
            <Trans>
              Leave home at <strong className="figures">{leaveAt}</strong>: you arrive {earlyMinutes} minutes
              before your time.
            </Trans>{' '}
          </>
        )}
        {wait && (
          <Trans>
            Expected wait then: <strong className="figures">{wait}</strong>.
          </Trans>
        )}
      </p>
    </div>
  )
}
