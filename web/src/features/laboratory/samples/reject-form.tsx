import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Recollection, recollections, rejectSample, type Sample } from '#contract/bench.ts'
import { rejectionReasons } from '#contract/task-states.ts'
import { call } from '../../../api/client.ts'
import { sayWhen } from '../../../lib/times.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialog.tsx'
import { FieldGroup } from '../../../ui/field-group.tsx'
import { CheckboxField, SelectField, TextArea } from '../../../ui/fields.tsx'
import { SubmitButton } from '../../../ui/form-actions.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { planQuery } from '../bench/bench-queries.ts'
import { NewTime } from './new-time.tsx'
import { openLabels } from './open-labels.ts'

const choices: Readonly<Record<Recollection, string>> = {
  now: t`Now: the patient is still here`,
  later: t`At a new time; the patient gets a message`,
  undecided: t`Not arranged yet`,
}

/** Why it cannot be used, and when another is drawn: the rejection, the chair and the label come from one press. */
export function RejectForm({ sample, zone, onClose }: { sample: Sample; zone: string; onClose: () => void }) {
  const { accession, tests, siteId, visitId } = sample
  const navigate = useNavigate()
  const plan = useQuery(planQuery(visitId))
  const coming = plan.data?.again ?? null
  const [again, setAgain] = useState<Recollection | ''>('')
  const [at, setAt] = useState<string | null>(null)
  // Also while the plan is loading: a rejection on a slow network must not be sent without an answer.
  const asks = tests.length > 0 && coming === null
  const form = useResourceForm(rejectSample, {
    params: { accession },
    start: { print: tests.length > 0 },
    body: ({ reason, note }) => ({
      reason,
      note,
      ...(asks && again !== '' && { again }),
      ...(asks && again === 'later' && at !== null && { at }),
    }),
    check: () => ({
      ...(asks && again === '' && { again: [t`Choose when to collect it again`] }),
      ...(asks && again === 'later' && at === null && { at: [t`Choose a time`] }),
    }),
    send: async (body) => {
      const tab = form.watch('print') ? window.open('', '_blank') : null
      const answer = await call(rejectSample, { params: { accession }, body }).catch((error: unknown) => {
        tab?.close()
        throw error
      })
      // The rejection stands, whatever becomes of the paper.
      if (form.watch('print') && answer.label !== null) {
        await openLabels([answer.label], 'label', tab).catch(
          () => void toast('error', t`The label could not be opened. It can be printed at the visit.`),
        )
      }
      return answer
    },
    // A taken time is shown at the choice of the time, with the nearest free times.
    refusal: (error) => (error.code === 'slot_taken' ? null : error),
    onDone: () => {
      onClose()
      if (again === 'now') void navigate({ to: '/collect/$visitId', params: { visitId } })
    },
  })
  const taken = form.error?.code === 'slot_taken' ? form.error.alternatives : null
  return (
    <ResourceForm form={form}>
      <SelectField
        name="reason"
        label={t`Reason`}
        required
        data-first-focus
        placeholder={t`Choose a reason`}
        options={rejectionReasons.map((one) => ({ value: one, label: one }))}
      />
      <TextArea name="note" label={t`Note`} optional rows={2} maxLength={500} />
      {tests.length > 0 && (
        <p>
          <Trans>Its tasks are withdrawn: {tests.join(', ')}.</Trans>
        </p>
      )}
      {coming && <AlreadyComing at={coming.scheduledDate} zone={zone} />}
      {asks && (
        <FieldGroup name="again" label={t`When will it be collected again?`}>
          {recollections.map((choice) => (
            <label key={choice} className="flex min-h-target cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="again-choice"
                className="size-5.5 flex-none accent-vial"
                checked={again === choice}
                onChange={() => setAgain(choice)}
              />
              {choices[choice]}
            </label>
          ))}
        </FieldGroup>
      )}
      {asks && again === 'later' && (
        <NewTime
          tests={tests}
          siteId={siteId}
          at={at}
          taken={taken}
          onChoose={(start) => {
            setAt(start)
            form.reset()
          }}
        />
      )}
      {tests.length > 0 && <CheckboxField name="print" label={t`Print the label of the new tube now`} />}
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Keep the sample</Trans>
        </Button>
        <SubmitButton variant="danger">
          <Trans>Reject sample</Trans>
        </SubmitButton>
      </DialogActions>
    </ResourceForm>
  )
}

function AlreadyComing({ at, zone }: { at: string; zone: string }) {
  const now = useNow()
  return (
    <p>
      <Trans>The patient comes again {sayWhen(at, zone, now)}: another tube is drawn then too.</Trans>
    </p>
  )
}
