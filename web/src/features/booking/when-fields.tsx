import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { timeOf } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DayPicker } from './day-picker.tsx'
import { useExpectedWaits } from './expected-wait.ts'
import { TimePicker } from './time-picker.tsx'
import { useFast } from './use-fast.ts'
import type { Offer } from './use-offer.ts'

/** Day and time of a visit: only what can be booked. */
export function WhenFields({
  offer,
  startsAt,
  labels,
  disabled = false,
  onChange,
}: {
  offer: Offer
  startsAt: string | null
  labels: { day: string; time: string }
  disabled?: boolean
  onChange: (choice: { day: string; startsAt: string | null }) => void
}) {
  const { zone, day, starts, answer } = offer
  const expectedWait = useExpectedWaits(day)
  const fast = useFast(offer)
  if (offer.error && !answer) {
    return (
      <Notice kind="error" role="alert">
        <p>
          <Trans>The free times could not be loaded. {offer.error.message}</Trans>
        </p>
        <p>
          <Button onClick={offer.retry}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      </Notice>
    )
  }
  return (
    <div className="stack gap-6">
      <DayPicker
        name="scheduledDate"
        label={labels.day}
        first={offer.first}
        today={offer.today}
        last={offer.last}
        days={offer.days}
        chosen={day}
        loading={offer.loading}
        disabled={disabled}
        onChoose={(chosen) => onChange({ day: chosen, startsAt: null })}
        onMove={offer.move}
      />
      <TimePicker
        name="scheduleTime"
        label={labels.time}
        starts={starts}
        chosen={startsAt}
        morningFirst={answer?.morningFirst ?? false}
        disabled={disabled}
        waitAt={expectedWait}
        about={startsAt === null ? null : fast.say(startsAt)}
        none={
          offer.loading
            ? t`Looking for free times…`
            : day
              ? t`No free time on this day.`
              : t`Choose a day first.`
        }
        error={
          offer.lost && startsAt !== null
            ? t`${timeOf(startsAt, zone)} is no longer free for this visit. Choose another time.`
            : undefined
        }
        onChoose={(start) => day && onChange({ day, startsAt: start.at })}
      />
    </div>
  )
}
