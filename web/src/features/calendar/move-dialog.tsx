import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { rescheduleVisit } from '#contract/manage-visits.ts'
import { messages } from '#contract/messages.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { now } from '../../lib/clock.ts'
import { dayOf, instantAt, sayWhen, timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedNotice } from '../../ui/changed-notice.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  chairName,
  type Day,
  instantOf,
  minuteOf,
  nearestPlaces,
  type Place,
  type Visit,
  whyNoChair,
  whyNotThere,
} from './day-plan.ts'
import { sayPlace } from './say-place.ts'
import { useVisitNow } from './use-visit-now.ts'

const usual = [t`Requested by the patient`, t`A member of staff is absent`, t`The chair cannot be used`]
const anyChair = ''

type Target = { day: string; time: string; chair: string; overbook: boolean }

/** Asks whether a visit goes where it was put, with the reason that another time wants; says at once what is in the way. */
export function MoveDialog({
  day,
  visit: lastSeen,
  isGone,
  place,
  onClose,
  onMoved,
}: {
  day: Day
  /** As the day shows it, or showed it last. */
  visit: Visit
  /** Whether it has left the day. */
  isGone: boolean
  place: Place | null
  onClose: () => void
  /** The version that the visit has now, so that it is not taken for somebody else's change. */
  onMoved: (visitId: string, version: number) => void
}) {
  const zone = day.site.timeZone
  const { visit, loading } = useVisitNow(lastSeen, isGone)
  /** The visit as this person has seen it; when it is another one, they are told before they move it. */
  const [seen, setSeen] = useState(visit)
  const changed = !loading && (visit.version !== seen.version || (isGone && visit.whyNotMovable !== null))
  const [target, setTarget] = useState<Target>(() =>
    targetOf(place ?? { chair: visit.chair ?? 0, start: minuteOf(visit.start) }, zone),
  )
  const [reason, setReason] = useState('')
  const start = target.day && target.time ? instantAt(target.day, target.time, zone) : null
  const moved = start !== null && minuteOf(start) !== minuteOf(visit.start)
  const form = useResourceForm(rescheduleVisit, {
    params: { id: visit.id },
    body: () =>
      start === null
        ? null
        : {
            start,
            version: seen.version,
            ...(target.chair !== anyChair && !target.overbook && { chair: Number(target.chair) }),
            ...(target.overbook && { overbook: true }),
            ...(reason.trim() !== '' && { reason }),
          },
    check: () => ({
      ...(start === null && {
        start: [t`The clocks change at this hour: this time does not exist on this day`],
      }),
      ...((moved || target.overbook) &&
        reason.trim() === '' && { reason: [t`Give a reason: it is kept with the appointment`] }),
    }),
    refusal: (error) => (changed || error.code === 'slot_taken' ? null : error),
    says: translated(messages.booking.updated),
    onDone: ({ appointment }) => {
      onMoved(visit.id, appointment.version)
      onClose()
    },
  })
  const change = (changes: Partial<Target>) => {
    setTarget((before) => ({ ...before, ...changes }))
    form.reset()
  }
  const conflict = conflictOf(day, visit, target, start)
  const taken = form.error?.code === 'slot_taken' ? form.error : null
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={t`Move ${visit.fullName}`}
      submit={<Trans>Move</Trans>}
      leave={<Trans>Don’t move</Trans>}
      pendingText={t`Moving…`}
    >
      <p className="row gap-2">
        <Trans>
          Now {sayWhen(visit.start, zone, now())}
          {!isGone && `, ${chairName(day, visit.chair)}`}.
        </Trans>
      </p>
      {changed && (
        <ChangedNotice
          title={`${visit.fullName} ${isGone ? t`is no longer on this day` : t`was changed in the meantime`}`}
          news={newsOf(day, visit, seen, isGone)}
          {...(visit.whyNotMovable === null
            ? {
                onKeepMine: () => {
                  setSeen(visit)
                  form.reset()
                },
                onTakeOver: () => {
                  setSeen(visit)
                  change(targetOf({ chair: visit.chair ?? 0, start: minuteOf(visit.start) }, zone))
                },
              }
            : { takeOver: t`Don’t move`, onTakeOver: onClose })}
        />
      )}
      <div className="cols-fit-136 grid gap-4">
        <DateField
          name="toDay"
          label={t`Date`}
          required
          value={target.day}
          onChange={(chosen) => change({ day: chosen })}
        />
        <TextField
          name="start"
          label={t`Time`}
          type="time"
          step={day.stepMinutes * 60}
          required
          data-first-focus
          value={target.time}
          onChange={(event) => change({ time: event.target.value })}
        />
        <SelectField
          name="chair"
          label={t`Chair`}
          value={target.chair}
          disabled={target.overbook}
          options={[
            { value: anyChair, label: t`Any free chair` },
            ...day.chairs
              .filter((chair) => chair.active || chair.number === visit.chair)
              .map((chair) => ({ value: String(chair.number), label: chair.name })),
          ]}
          onChange={(event) => change({ chair: event.target.value })}
        />
      </div>
      {conflict && !taken && (
        <Conflict
          title={conflict}
          places={nearestPlaces(day, visit, placeFor(target, start, visit), nowMinute()).map((one) => ({
            key: `${one.chair} ${one.start}`,
            label: sayPlace(day, one),
            choose: () => change(targetOf(one, zone)),
          }))}
        />
      )}
      {taken && (
        <Conflict
          title={taken.message}
          places={taken.alternatives.map((at) => ({
            key: at,
            label: sayWhen(at, zone, now()),
            choose: () => change({ day: dayOf(at, zone), time: timeOf(at, zone), chair: anyChair }),
          }))}
        />
      )}
      {day.overbookLimit > 0 && (conflict || taken || target.overbook) && (
        <CheckboxField
          name="overbook"
          label={t`Overbook, beyond the chairs`}
          checked={target.overbook}
          onChange={(event) => change({ overbook: event.target.checked })}
        />
      )}
      {(moved || target.overbook) && (
        <>
          <TextField
            name="reason"
            label={t`Reason`}
            hint={t`Kept with the appointment. The patient is told of the new time.`}
            list="usual-reasons"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <datalist id="usual-reasons">
            {usual.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </DialogForm>
  )
}

function Conflict({
  title,
  places,
}: {
  title: string
  places: { key: string; label: string; choose: () => void }[]
}) {
  return (
    <Notice kind="warning" role="alert">
      <p>
        <strong>{title}</strong>
      </p>
      {places.length > 0 ? (
        <>
          <p>
            <Trans>Free times nearby:</Trans>
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {places.map(({ key, label, choose }) => (
              <Button key={key} onClick={choose}>
                {label}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p>
          <Trans>There is no free time nearby: choose another day.</Trans>
        </p>
      )}
    </Notice>
  )
}

/** What is said of a visit after a change that was not said before it. Only its day knows its chair. */
function newsOf(day: Day, after: Visit, before: Visit, isGone: boolean): [name: string, value: string][] {
  const said = (visit: Visit): [name: string, value: string][] => [
    [t`Time`, sayWhen(visit.start, day.site.timeZone, now())],
    [t`Status`, translated(visitStateLabels[visit.status])],
    ...(isGone ? [] : [[t`Chair`, chairName(day, visit.chair)] as [string, string]]),
  ]
  const then = said(before)
  return said(after).filter(([, value], index) => value !== then[index]?.[1])
}

const nowMinute = () => Math.floor(now().getTime() / 60_000)

const targetOf = ({ chair, start }: Place, zone: string): Target => ({
  day: dayOf(instantOf(start), zone),
  time: timeOf(instantOf(start), zone),
  chair: chair === 0 ? anyChair : String(chair),
  overbook: false,
})

const placeFor = (target: Target, start: string | null, visit: Visit): Place => ({
  chair: Number(target.chair || visit.chair || 0),
  start: start === null ? minuteOf(visit.start) : minuteOf(start),
})

/** What is in the way on the day that is shown; of other days only the server knows. */
function conflictOf(day: Day, visit: Visit, target: Target, start: string | null): string | null {
  if (start === null || target.overbook || target.day !== day.day) return null
  const minute = minuteOf(start)
  if (target.chair !== anyChair) {
    return whyNotThere(day, visit, { chair: Number(target.chair), start: minute }, nowMinute())
  }
  return whyNoChair(day, visit, minute, nowMinute())
}
