import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { CriticalVisit, openCallbacks } from '#contract/results.ts'
import { laboratoryTime } from '../../../lib/clock.ts'
import { phoneLink } from '../../../lib/reach-links.ts'
import { Button } from '../../../ui/button.tsx'
import { PhoneIcon, SoundOffIcon, SoundOnIcon, WarningIcon } from '../../../ui/icons.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { CallDialog } from './call-dialog.tsx'
import { CallTime } from './call-time.tsx'
import { whoCalls } from './callback-words.ts'
import { sayHolders } from './say-holders.ts'
import { useAlarmSound } from './use-alarm-sound.ts'
import { useAnnounced } from './use-announced.ts'
import { useCalledVisit } from './use-called-visit.ts'
import { useOpenCallbacks } from './use-open-callbacks.ts'

/** The number of visits shown before "Show more", so that the screen below stays in view. */
const few = 2

/** The alarm above every staff screen: critical values that have not been reported yet, and whom to call. */
export function CallbackStrip() {
  const open = useOpenCallbacks()
  const { visit, isOpen, open: call, close } = useCalledVisit(open.data?.visits)
  // Overdue is decided by the server's clock, because the clock of a bench computer may be minutes off.
  const ahead = open.data ? Date.parse(open.data.now) - laboratoryTime(open.dataUpdatedAt) : 0
  const at = new Date(useNow(1000).getTime() + ahead)
  return (
    <>
      {open.data && <Strip open={open.data} at={at} onCall={call} />}
      {open.error && !open.data && (
        <Notice
          kind="error"
          role="alert"
          className="mx-6 mt-2 max-w-[calc(var(--page-wide)-48px)] max-sm:mx-4 print:hidden"
        >
          <p>
            <Trans>The critical values to report could not be loaded. {open.error.message}</Trans>
          </p>
          <Reference id={open.error.requestId} />
          <Button onClick={() => void open.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )}
      {/* Outside the list, so that it stays open with its input when somebody else notes the same call. */}
      <CallDialog visit={visit} isOpen={isOpen} at={at} onClose={close} />
    </>
  )
}

function Strip({
  open: { visits, total },
  at,
  onCall,
}: {
  open: ResponseOf<typeof openCallbacks>
  at: Date
  onCall: (visitId: string) => void
}) {
  const [all, setAll] = useState(false)
  const values = useMemo(
    () => visits.flatMap(({ patient, values }) => values.map((value) => ({ ...value, patient }))),
    [visits],
  )
  const isLate = ({ dueAt }: { dueAt: string }) => Date.parse(dueAt) <= at.getTime()
  const late = values
    .filter(isLate)
    .map(({ id }) => id)
    .join()
  const announced = useAnnounced(
    useMemo(() => values.map((value) => ({ ...value, late: late.includes(value.id) })), [values, late]),
  )
  const lateCount = values.filter(isLate).length
  const sound = useAlarmSound({ news: announced, isOverdue: lateCount > 0 })
  const shown = all ? visits : visits.slice(0, few)
  return (
    <>
      {announced !== '' && (
        <p className="visually-hidden" role="alert">
          {announced}
        </p>
      )}
      {total > 0 && (
        <section
          data-stays=""
          className="@container sticky top-2 z-4 mx-6 mt-2 max-h-[50dvh] max-w-[calc(var(--page-wide)-48px)] overflow-y-auto rounded border border-carmine border-s-4 bg-carmine-soft px-4 py-3 max-sm:mx-4 max-sm:py-2 print:hidden"
          aria-labelledby="critical-values"
        >
          <div className="@max-[481px]:grid @max-[481px]:grid-cols-[minmax(0,1fr)_auto] @max-[481px]:gap-x-1">
            <div className="flex items-center justify-between gap-3 @max-[481px]:self-start @max-[481px]:[grid-area:1/2]">
              <h2
                className="@max-[481px]:sr-only flex items-center gap-2 text-carmine text-m tracking-normal"
                id="critical-values"
              >
                <WarningIcon />
                {sayToCall(total, lateCount)}
              </h2>
              <Button
                variant="plain"
                className="-my-2 @max-[481px]:mt-1 @max-[481px]:mb-0 @max-[481px]:px-1 text-s"
                onClick={sound.toggle}
              >
                {sound.isOn ? <SoundOnIcon /> : <SoundOffIcon />}
                <span className="@max-[481px]:sr-only">
                  {sound.isOn ? t`Turn sound off` : t`Turn sound on`}
                </span>
              </Button>
            </div>
            <ul className="@max-[481px]:mt-0 mt-1 @max-[481px]:[grid-area:1/1]">
              {shown.map((visit) => (
                <Row key={visit.visitId} visit={visit} at={at} onCall={() => onCall(visit.visitId)} />
              ))}
            </ul>
            {visits.length > few && (
              <Button
                variant="plain"
                className="@max-[481px]:col-span-full -ms-3"
                onClick={() => setAll(!all)}
                aria-expanded={all}
              >
                {all ? t`Show fewer` : t`Show ${visits.length - few} more`}
              </Button>
            )}
            {all && total > values.length && (
              <p className="hint @max-[481px]:col-span-full">
                <Trans>And {total - values.length} more. They are shown once these calls are recorded.</Trans>
              </p>
            )}
          </div>
        </section>
      )}
    </>
  )
}

function sayToCall(total: number, late: number): string {
  if (late === 0)
    return plural(total, { one: '# critical value to report', other: '# critical values to report' })
  return late === total
    ? plural(total, {
        one: '# critical value to report, overdue',
        other: '# critical values to report, overdue',
      })
    : t`${total} critical values to report, ${late} overdue`
}

function Row({ visit, at, onCall }: { visit: CriticalVisit; at: Date; onCall: () => void }) {
  const { patient, reference, values, calls, contacts } = visit
  const said = values.map(({ analyte, value }) => `${analyte} ${value}`).join(', ')
  const tests = [...new Set(values.map(({ test }) => test))].join(', ')
  const first = contacts?.find(({ phone }) => phone !== '')
  return (
    <li className="grid @max-[761px]:grid-cols-[minmax(0,1fr)_max-content] grid-cols-[max-content_minmax(0,1fr)_max-content_auto] items-center @max-[481px]:gap-x-2 @max-[761px]:gap-x-3 gap-x-4 @max-[761px]:gap-y-0 gap-y-2 not-first:border-t not-first:border-t-[color-mix(in_srgb,var(--carmine)_30%,transparent)] @max-[481px]:py-1 py-2">
      <CallTime dueAt={values[0]?.dueAt ?? ''} at={at} />
      <div className="wrap-anywhere min-w-0 @max-[761px]:[grid-area:2/1]">
        <p>
          <strong>{patient}</strong> <span className="font-650 text-carmine tabular-nums">{said}</span>
        </p>
        <p className="hint @max-[481px]:hidden">
          <Trans>
            {tests}, visit {reference}. {sayHolders(values)}.
          </Trans>{' '}
          {calls.length > 0 &&
            plural(calls.length, {
              one: 'Called once, not reported yet.',
              other: 'Called # times, not reported yet.',
            })}
        </p>
      </div>
      <p className="hint @max-[761px]:[grid-area:3/1/4/3] @max-[481px]:has-[a]:hidden">
        {contacts === null ? (
          whoCalls
        ) : first ? (
          <a
            href={phoneLink(first.phone)}
            className="inline-flex min-h-8 items-center gap-1 whitespace-nowrap font-600 text-ink text-m tabular-nums hover:text-carmine"
          >
            <PhoneIcon size={18} />
            {first.phone}
          </a>
        ) : (
          t`no number recorded`
        )}
      </p>
      {contacts !== null && (
        <Button
          variant="danger"
          className="justify-self-end @max-[481px]:px-3 @max-[761px]:[grid-area:1/2/3/3]"
          aria-label={t`Call: ${patient}, ${said}`}
          aria-haspopup="dialog"
          onClick={onCall}
        >
          <Trans>Call</Trans>
        </Button>
      )}
    </li>
  )
}
