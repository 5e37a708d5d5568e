import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Appointment, cancelAppointment, readAppointment, updateAppointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { genders } from '#contract/options.ts'
import type { BookableTest } from '#contract/sites.ts'
import { call } from '../../api/client.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { keyOf } from '../../api/queries.ts'
import { usePackages } from '../../api/use-packages.ts'
import { testChoices } from '../../lib/test-choices.ts'
import { dayOf, longDay, timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { AgeField, EmailField, FullNameField, PhoneField } from './person-fields.tsx'
import { SlotTaken } from './slot-taken.tsx'
import { refusedWith, takenIn } from './use-booking.ts'
import { type Offer, scheduledAt, useOffer } from './use-offer.ts'
import { draftOf, patientOf, useForgetOnLeaving, useVisitDraft, type VisitDraft } from './visit-draft.ts'
import { VisitOutline } from './visit-outline.tsx'
import { VisitSaid } from './visit-said.tsx'
import { WhenFields } from './when-fields.tsx'
import { ZoneNote } from './zone-note.tsx'

const submitId = 'save-visit'

type EditFormProps = {
  visit: Appointment
  laboratory: LaboratoryFacts
  catalogue: readonly BookableTest[]
}

export function EditForm({ visit, laboratory, catalogue }: EditFormProps) {
  const { id, whyNotChangeable } = visit
  const zone = visit.site.timeZone
  const fixed = whyNotChangeable !== null
  /** The visit as this person has seen it; when another one arrives, they are told before theirs goes over it. */
  const [seen, setSeen] = useState(visit)
  const { draft, change, forget } = useVisitDraft(
    `edit ${id} ${seen.version}`,
    (kept) => kept ?? draftOf(visit),
  )
  useForgetOnLeaving(forget)
  const packages = usePackages()
  const [asking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const done = async ({ appointment }: { appointment: Appointment }) => {
    forget()
    queryClient.setQueryData(keyOf(readAppointment, { params: { id } }), appointment)
    await navigate({ to: '/patient-dashboard/appointments' })
  }
  const notSaved = refusedWith(translated(messages.booking.updateFailure))
  const notDeleted = refusedWith(translated(messages.booking.deleteFailure))
  const form = useResourceForm(updateAppointment, {
    ...notSaved,
    params: { id },
    body: () => (draft.startsAt === null ? null : bodyOf(draft, zone, seen.version)),
    check: () => missingOf(draft, offer),
    // A change by somebody else is shown in a separate notice with instructions.
    refusal: (error) => (visit.version === seen.version ? notSaved.refusal(error) : null),
    says: translated(messages.booking.updated),
    onDone: done,
  })
  const cancel = useCall(
    (version: number) => call(cancelAppointment, { params: { id }, body: { version } }),
    { says: translated(messages.booking.deleted), onDone: done, onRefused: notDeleted.onRefused },
  )
  const problem =
    form.problem ?? (cancel.error && visit.version === seen.version ? notDeleted.refusal(cancel.error) : null)
  const taken = takenIn(form.error)
  const offer: Offer = useOffer(laboratory, { ...draft, own: [visit.scheduledDate, ...(taken ?? [])] })
  return (
    <div className="@container">
      <ResourceForm form={{ ...form, problem, told: cancel.error ?? form.told }}>
        {fixed && (
          <Notice kind="warning">
            <p>{whyNotChangeable}</p>
          </Notice>
        )}
        {visit.recollects !== null && (
          <Notice>
            <p>
              <Trans>
                A sample is collected again at this visit: its tests and the person stay as they are.
              </Trans>
            </p>
          </Notice>
        )}
        {visit.version !== seen.version && (
          <ChangedMeanwhile
            before={seen}
            after={visit}
            onKeepMine={() => {
              setSeen(visit)
              form.reset()
            }}
            onTakeOver={() => {
              setSeen(visit)
              change(draftOf(visit))
              form.reset()
            }}
          />
        )}
        <div className="grid @min-[800px]:grid-cols-2 grid-cols-1 items-start gap-6">
          <Card className="stack gap-6">
            <PatientPart draft={draft} disabled={fixed} change={change} />
            <div className="min-w-0 [&_[aria-live]>*]:mt-4">
              <MultiSelect
                name="testType"
                label={t`Test Type(s)`}
                placeholder={t`Search or choose tests`}
                choices={testChoices(catalogue, packages, draft.tests)}
                chosen={draft.tests}
                disabled={fixed || visit.recollects !== null}
                onChange={(tests) => change({ tests })}
              />
              {!fixed && (
                <VisitOutline answer={draft.tests.length > 0 && !offer.loading ? offer.answer : undefined} />
              )}
            </div>
          </Card>
          <Card className="stack gap-4 [&_h2]:text-l">
            {fixed ? (
              <FixedTime visit={visit} />
            ) : (
              <>
                <ZoneNote zone={zone} />
                <WhenFields
                  offer={offer}
                  startsAt={draft.startsAt}
                  labels={{ day: 'Appointment Date', time: t`Appointment Time` }}
                  onChange={change}
                />
              </>
            )}
          </Card>
        </div>
        {taken && (
          <SlotTaken
            alternatives={taken}
            offer={offer}
            change={change}
            onChosen={() => {
              document.getElementById(submitId)?.focus()
              form.reset()
            }}
          />
        )}
        <div className="row justify-between gap-x-6 gap-y-3">
          {fixed ? (
            <p className="flex-[1_1_280px] text-ink-soft [&_strong]:text-ink">{whyNotChangeable}</p>
          ) : (
            <VisitSaid id="visit-said" offer={offer} startsAt={draft.startsAt} tests={draft.tests} />
          )}
          <div className="flex flex-wrap gap-3 max-sm:flex-[1_1_100%] max-sm:*:flex-auto">
            <SubmitButton
              id={submitId}
              aria-describedby="visit-said"
              disabled={fixed}
              pendingText={t`Saving…`}
            >
              <Trans>Save Changes</Trans>
            </SubmitButton>
            <Button variant="danger" disabled={fixed} onClick={() => setAsking(true)}>
              <TrashIcon />
              <Trans>Delete Appointment</Trans>
            </Button>
          </div>
        </div>
      </ResourceForm>
      <ConfirmDialog
        open={asking}
        question={translated(messages.booking.confirmDelete)}
        yes={t`Delete Appointment`}
        danger
        pending={cancel.isPending}
        onNo={() => setAsking(false)}
        onYes={() => cancel.mutate(seen.version, { onSettled: () => setAsking(false) })}
      >
        <p>
          <Trans>
            The time becomes free for others. The appointment stays in your list, marked as cancelled.
          </Trans>
        </p>
      </ConfirmDialog>
    </div>
  )
}

type PartProps = { draft: VisitDraft; disabled: boolean; change: (changes: Partial<VisitDraft>) => void }

function PatientPart(props: PartProps) {
  const { draft, disabled, change } = props
  return (
    <div className="stack gap-4 [&_h2]:text-l">
      <FullNameField {...props} />
      <div className="cols-fit-128 grid gap-4">
        <TextField
          name="patientDetails.gender"
          label={t`Gender`}
          suggestions={genders}
          autoComplete="off"
          required
          disabled={disabled}
          value={draft.gender}
          onChange={(event) => change({ gender: event.target.value })}
        />
        <AgeField {...props} />
      </div>
      <EmailField {...props} />
      <PhoneField {...props} />
    </div>
  )
}

function FixedTime({ visit: { scheduledDate, site } }: { visit: Appointment }) {
  return (
    <>
      <TextField
        name="scheduledDate"
        label={t`Appointment Date`}
        disabled
        value={longDay(dayOf(scheduledDate, site.timeZone))}
      />
      <TextField
        name="scheduleTime"
        label={t`Appointment Time`}
        disabled
        value={timeOf(scheduledDate, site.timeZone)}
      />
    </>
  )
}

function missingOf(draft: VisitDraft, offer: Offer): Record<string, string[]> {
  return {
    ...(draft.tests.length === 0 && { testType: [t`Choose at least one test`] }),
    ...((draft.startsAt === null || offer.lost) && { scheduleTime: [t`Choose a time`] }),
  }
}

function bodyOf(draft: VisitDraft, zone: string, version: number) {
  const at = draft.startsAt ?? ''
  return {
    patientDetails: patientOf(draft, dayOf(at, zone)),
    testType: [...draft.tests],
    ...scheduledAt(at, zone, timeOf(at, zone)),
    version,
  }
}
