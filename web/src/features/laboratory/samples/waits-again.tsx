import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type collectionPlan, recollectVisit } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { sayWhen } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { NewTime } from './new-time.tsx'
import { PrintLabels } from './print-labels.tsx'

type Plan = ResponseOf<typeof collectionPlan>

/** After a rejected sample, or an added test without a suitable tube: when another sample is drawn, and the labels that wait for it. */
export function WaitsAgain({ plan, siteId, zone }: { plan: Plan; siteId: string; zone: string }) {
  const now = useNow()
  const { again, labels, status } = plan
  const canCome = status === 'collected' || status === 'in_progress'
  return (
    <Notice kind="warning">
      <p>
        {plan.samples.some((sample) => sample.status === 'rejected') ? (
          <Trans>A sample was rejected: this visit needs another sample.</Trans>
        ) : (
          <Trans>This visit needs another sample.</Trans>
        )}
      </p>
      {again ? (
        <p>
          <Trans>
            The patient comes again {sayWhen(again.scheduledDate, zone, now)}, visit{' '}
            <Link to="/collect/$visitId" params={{ visitId: again.id }}>
              {again.reference}
            </Link>{' '}
            ({translated(visitStateLabels[again.status]).toLowerCase()}). If it is collected here, that visit
            is cancelled.
          </Trans>
        </p>
      ) : (
        canCome && <GiveNewTime plan={plan} siteId={siteId} />
      )}
      {labels.length > 0 && (
        <div className="mt-3">
          <PrintLabels accessions={labels} awaited />
        </div>
      )}
    </Notice>
  )
}

/** For what was left open at the rejection, or fell through since. */
function GiveNewTime({ plan, siteId }: { plan: Plan; siteId: string }) {
  const [at, setAt] = useState<string | null>(null)
  const dialog = useFormDialog(recollectVisit, {
    params: { id: plan.id },
    body: () => ({ at: at ?? '' }),
    check: () => (at === null ? { at: [t`Choose a time`] } : {}),
  })
  const taken = dialog.form.error?.code === 'slot_taken' ? dialog.form.error.alternatives : null
  return (
    <>
      <p>
        <Trans>No time is arranged.</Trans>
      </p>
      <Button onClick={dialog.show}>
        <Trans>Book a new time</Trans>
      </Button>
      <DialogForm
        {...dialog}
        {...(taken && { form: { ...dialog.form, problem: null } })}
        title={t`A new time for ${plan.patient.fullName}`}
        leave={t`Not now`}
        submit={t`Book this time`}
      >
        <NewTime
          tests={plan.tubes.flatMap(({ tests }) => tests)}
          siteId={siteId}
          at={at}
          taken={taken}
          onChoose={(start) => {
            setAt(start)
            dialog.form.reset()
          }}
        />
      </DialogForm>
    </>
  )
}
