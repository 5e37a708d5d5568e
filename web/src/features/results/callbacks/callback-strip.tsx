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
import css from './callback-strip.module.css'
import { whoCalls } from './callback-words.ts'
import { sayHolders } from './say-holders.ts'
import { useAlarmSound } from './use-alarm-sound.ts'
import { useAnnounced } from './use-announced.ts'
import { useCalledVisit } from './use-called-visit.ts'
import { useOpenCallbacks } from './use-open-callbacks.ts'

/** The number of visits shown before "Show more", so that the screen below stays in view. */
const few = 2

/** The alarm above every staff screen: critical values that nobody has been told of yet, and whom to call. */
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
        <Notice kind="error" role="alert" className={css.failed}>
          <p>The critical values to call could not be loaded. {open.error.message}</p>
          <Reference id={open.error.requestId} />
          <Button onClick={() => void open.refetch()}>Try again</Button>
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
        <section className={css.strip} aria-labelledby="critical-values">
          <div className={css.inside}>
            <div className={css.top}>
              <h2 className={css.heading} id="critical-values">
                <WarningIcon />
                {total === 1 ? '1 critical value to call' : `${total} critical values to call`}
                {lateCount > 0 && `, ${lateCount === total ? '' : `${lateCount} `}overdue`}
              </h2>
              <Button variant="plain" className={css.sound} onClick={sound.toggle}>
                {sound.isOn ? <SoundOnIcon /> : <SoundOffIcon />}
                <span className={css.soundWords}>{sound.isOn ? 'Turn sound off' : 'Turn sound on'}</span>
              </Button>
            </div>
            <ul className={css.list}>
              {shown.map((visit) => (
                <Row key={visit.visitId} visit={visit} at={at} onCall={() => onCall(visit.visitId)} />
              ))}
            </ul>
            {visits.length > few && (
              <Button variant="plain" className={css.more} onClick={() => setAll(!all)} aria-expanded={all}>
                {all ? 'Show fewer' : `Show ${visits.length - few} more`}
              </Button>
            )}
            {all && total > values.length && (
              <p className={css.soft}>
                And {total - values.length} more. They are shown once these calls are noted.
              </p>
            )}
          </div>
        </section>
      )}
    </>
  )
}

function Row({ visit, at, onCall }: { visit: CriticalVisit; at: Date; onCall: () => void }) {
  const { patient, reference, values, calls, contacts } = visit
  const said = values.map(({ analyte, value }) => `${analyte} ${value}`).join(', ')
  const tests = [...new Set(values.map(({ test }) => test))].join(', ')
  const first = contacts?.find(({ phone }) => phone !== '')
  return (
    <li className={css.row}>
      <CallTime dueAt={values[0]?.dueAt ?? ''} at={at} />
      <div className={css.what}>
        <p className={css.line}>
          <strong>{patient}</strong> <span className={css.value}>{said}</span>
        </p>
        <p className={css.about}>
          {tests}, visit {reference}. {sayHolders(values)}
          {calls.length > 0 &&
            `, called ${calls.length === 1 ? 'once' : `${calls.length} times`}, nobody told yet`}
        </p>
      </div>
      <p className={css.who}>
        {contacts === null ? (
          whoCalls
        ) : first ? (
          <a href={phoneLink(first.phone)} className={css.number}>
            <PhoneIcon size={18} />
            {first.phone}
          </a>
        ) : (
          'no number noted'
        )}
      </p>
      {contacts !== null && (
        <Button
          variant="danger"
          className={css.call}
          aria-label={`Call: ${patient}, ${said}`}
          aria-haspopup="dialog"
          onClick={onCall}
        >
          Call
        </Button>
      )}
    </li>
  )
}
