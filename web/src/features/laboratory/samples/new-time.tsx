import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { availability } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../../../api/queries.ts'
import { addDays, dayOf, sayDay, sayWhen } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'

/** How far ahead somebody is asked to come again: a month, which one question answers. */
const days = 30

/**
 * A day and a time from those that are free for drawing these tests again. A time that somebody else took meanwhile
 * stands above with the nearest ones instead.
 */
export function NewTime({
  tests,
  siteId,
  at,
  taken,
  onChoose,
}: {
  tests: readonly string[]
  siteId: string
  at: string | null
  /** Starts near the one that was just refused; null while none was. */
  taken: readonly string[] | null
  onChoose: (at: string | null) => void
}) {
  const now = useNow()
  const [chosenDay, setDay] = useState<string | null>(null)
  const offer = useQuery({
    ...queryFor(availability, { query: { tests: [...tests], siteId } }),
    placeholderData: keepPreviousData,
  })
  if (offer.error) {
    return (
      <Failed
        title="p"
        error={offer.error}
        failure={t`The free times could not be loaded`}
        onRetry={() => void offer.refetch()}
      />
    )
  }
  if (!offer.data) return <p role="status">{translated(messages.loading.any)}</p>
  const zone = offer.data.site.timeZone
  const today = dayOf(now, zone)
  const free = offer.data.days.filter((one) => one.starts.length > 0 && one.day < addDays(today, days))
  const day = chosenDay ?? (at === null ? (free[0]?.day ?? null) : dayOf(at, zone))
  const starts = free.find((one) => one.day === day)?.starts ?? []
  // One that was named instead of a taken one need not be in what was loaded before.
  const own = at !== null && day === dayOf(at, zone) && !starts.some((start) => start.at === at)
  return (
    <div className="stack gap-3">
      {taken && (
        <Notice kind="warning" role="alert">
          <p>
            <Trans>
              {translated(messages.calendar.conflict)} Nothing has been done yet. These are the nearest:
            </Trans>
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {taken.map((start) => (
              <Button
                key={start}
                onClick={() => {
                  setDay(dayOf(start, zone))
                  onChoose(start)
                }}
              >
                {sayWhen(start, zone, now)}
              </Button>
            ))}
          </div>
        </Notice>
      )}
      <div className="cols-fit-160 grid gap-3">
        <SelectField
          name="day"
          label={t`Day`}
          value={day ?? ''}
          options={free.map((one) => ({
            value: one.day,
            label: t`${sayDay(one.day, today)}, ${one.starts.length} free`,
          }))}
          hint={free.length === 0 ? t`Nothing is free in the next ${days} days.` : undefined}
          onChange={(event) => {
            setDay(event.currentTarget.value)
            onChoose(null)
          }}
        />
        <SelectField
          name="at"
          label={t`Time`}
          placeholder={t`Choose a time`}
          value={at ?? ''}
          options={[
            ...(own && at !== null ? [{ value: at, label: sayWhen(at, zone, now) }] : []),
            ...starts.map((start) => ({ value: start.at, label: start.time })),
          ]}
          onChange={(event) => onChoose(event.currentTarget.value || null)}
        />
      </div>
      {offer.data.preparation.length > 0 && (
        <p className="hint">
          <Trans>Preparation: {offer.data.preparation.join(' ')}</Trans>
        </p>
      )}
    </div>
  )
}
