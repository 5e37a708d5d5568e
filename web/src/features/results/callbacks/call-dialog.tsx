import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CriticalVisit } from '#contract/results.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CallForm } from './call-form.tsx'
import { CallTime } from './call-time.tsx'
import { CallsSoFar } from './calls-so-far.tsx'
import { ContactList } from './contact-list.tsx'
import { sayHolders } from './say-holders.ts'

/** All critical values of a visit: whom to call, what to read out, and what came of the call. */
export function CallDialog({
  visit,
  isOpen,
  at,
  onClose,
}: {
  visit: CriticalVisit | null
  /** False once somebody else told the values, or they were corrected. */
  isOpen: boolean
  at: Date
  onClose: () => void
}) {
  const count = visit?.values.length ?? 0
  return (
    <Dialog
      open={visit !== null}
      onClose={onClose}
      title={
        visit &&
        (count === 1
          ? t`${visit.patient}: a critical value to report`
          : t`${visit.patient}: ${count} critical values to report`)
      }
    >
      {visit && <Call key={visit.visitId} visit={visit} isOpen={isOpen} at={at} onDone={onClose} />}
    </Dialog>
  )
}

function Call({
  visit,
  isOpen,
  at,
  onDone,
}: {
  visit: CriticalVisit
  isOpen: boolean
  at: Date
  onDone: () => void
}) {
  const [who, setWho] = useState({ name: '', way: '' })
  const { values, calls, contacts, reference, site, timeZone } = visit
  return (
    <>
      <p className="row mb-4 gap-x-3 gap-y-2">
        <CallTime dueAt={values[0]?.dueAt ?? ''} at={at} />
        <span className="hint">
          <Trans>
            Visit {reference}, {site}. {sayHolders(values)}
          </Trans>
        </span>
      </p>
      {!isOpen && (
        <Notice kind="ok" role="status">
          <p>
            <Trans>Nothing is left to report: the values were reported or corrected meanwhile.</Trans>
          </p>
        </Notice>
      )}
      <h3 className="mb-2 font-650 text-m tracking-normal">
        <Trans>Whom to call</Trans>
      </h3>
      <ContactList contacts={contacts} onChoose={setWho} />
      <CallForm visit={visit} isOpen={isOpen} who={who} onWho={setWho} onDone={onDone} />
      {calls.length > 0 && (
        <>
          <h3 className="mb-2 font-650 text-m tracking-normal">
            <Trans>Calls so far</Trans>
          </h3>
          <CallsSoFar calls={calls} zone={timeZone} />
        </>
      )}
    </>
  )
}
