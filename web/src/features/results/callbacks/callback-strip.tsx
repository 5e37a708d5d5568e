import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type OpenCallback, openCallbacks } from '#contract/results.ts'
import { queryFor } from '../../../api/queries.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ClockIcon, WarningIcon } from '../../../ui/icons.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { CallForm } from '../entry/call-form.tsx'
import css from './callback-strip.module.css'
import { timeLeft } from './time-left.ts'
import { useAnnounced } from './use-announced.ts'
import { WhoToCall } from './who-to-call.tsx'

/** Milliseconds between refetches. Events of the bench's stream refetch at once. */
const everyMs = 15_000
/** The number of values shown before "Show more", so that the screen below stays in view. */
const few = 2

/** The alarm above every staff screen: critical values that nobody has been told of yet, and whom to call. */
export function CallbackStrip() {
  const open = useQuery({
    ...queryFor(openCallbacks),
    staleTime: 5_000,
    refetchInterval: everyMs,
    refetchOnWindowFocus: 'always',
  })
  const [calling, setCalling] = useState<OpenCallback | null>(null)
  return (
    <>
      {open.data && <Strip open={open.data} loadedAt={open.dataUpdatedAt} onCall={setCalling} />}
      {open.error && !open.data && (
        <Notice kind="error" role="alert" className={css.failed}>
          <p>The critical values to call could not be loaded. {open.error.message}</p>
          <Reference id={open.error.requestId} />
          <Button onClick={() => void open.refetch()}>Try again</Button>
        </Notice>
      )}
      {/* Outside the list, so that it stays open with its input when somebody else notes the same call. */}
      <Dialog
        open={calling !== null}
        onClose={() => setCalling(null)}
        title={calling && `${calling.analyte}: ${calling.value}. Who was called?`}
      >
        {calling && <CallForm id={calling.id} onDone={() => setCalling(null)} />}
      </Dialog>
    </>
  )
}

function Strip({
  open: { callbacks, now, total },
  loadedAt,
  onCall,
}: {
  open: ResponseOf<typeof openCallbacks>
  loadedAt: number
  onCall: (callback: OpenCallback) => void
}) {
  const [all, setAll] = useState(false)
  // Overdue is decided by the server's clock, because the clock of a bench computer may be minutes off.
  const ahead = Date.parse(now) - loadedAt
  const at = useNow(1000).getTime() + ahead
  const lateCount = callbacks.filter(({ dueAt }) => Date.parse(dueAt) <= at).length
  // Sorted by due time: the first `lateCount` are the late ones.
  const judged = useMemo(
    () => callbacks.map((callback, index) => ({ ...callback, late: index < lateCount })),
    [callbacks, lateCount],
  )
  const announced = useAnnounced(judged)
  const shown = all ? judged : judged.slice(0, few)
  return (
    <>
      <p className="visually-hidden" aria-live="assertive">
        {announced}
      </p>
      {total > 0 && (
        <section className={css.strip} aria-labelledby="critical-values">
          <h2 className={css.heading} id="critical-values">
            <WarningIcon />
            {total === 1 ? '1 critical value to call' : `${total} critical values to call`}
            {lateCount > 0 && `, ${lateCount === total ? '' : `${lateCount} `}overdue`}
          </h2>
          <ul className={css.list}>
            {shown.map((callback) => (
              <Row key={callback.id} callback={callback} at={new Date(at)} onCall={() => onCall(callback)} />
            ))}
          </ul>
          {judged.length > few && (
            <Button variant="plain" className={css.more} onClick={() => setAll(!all)} aria-expanded={all}>
              {all ? 'Show fewer' : `Show ${judged.length - few} more`}
            </Button>
          )}
          {all && total > judged.length && (
            <p className={css.soft}>
              And {total - judged.length} more. They are shown once these calls are noted.
            </p>
          )}
        </section>
      )}
    </>
  )
}

function Row({
  callback: { taskId, patient, analyte, value, test, reference, dueAt, tries, contacts },
  at,
  onCall,
}: {
  callback: OpenCallback
  at: Date
  onCall: () => void
}) {
  const { late, text } = timeLeft(dueAt, at)
  return (
    <li className={css.row}>
      <span role="timer" className={classNames(css.left, late && css.late)}>
        {late ? <WarningIcon size={18} /> : <ClockIcon size={18} />}
        {text}
      </span>
      <div className={css.what}>
        <p>
          <strong>{patient}</strong>{' '}
          <Link to="/tasks/$id" params={{ id: taskId }} className={css.value}>
            {analyte} {value}
          </Link>
        </p>
        <p className={css.soft}>
          {test}, visit {reference}
          {tries > 0 && `, called ${tries === 1 ? 'once' : `${tries} times`}, nobody told yet`}
        </p>
      </div>
      <WhoToCall contacts={contacts} />
      {contacts !== null && (
        <Button variant="danger" className={css.note} onClick={onCall}>
          Note the call
          <span className="visually-hidden">
            : {patient}, {analyte} {value}
          </span>
        </Button>
      )}
    </li>
  )
}
