import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Appointment, cancelAppointment, readAppointment, updateAppointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { readVisitAccount } from '#contract/money.ts'
import { genders } from '#contract/options.ts'
import type { BookableTest } from '#contract/sites.ts'
import { call } from '../../api/client.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { dayOf, longDay, timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { VisitPrice } from '../../screen/visit-price.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { AgeField, EmailField, FullNameField, PhoneField } from './person-fields.tsx'
import { TestFields } from './test-fields.tsx'
import { refusedWith, takenIn } from './use-booking.ts'
import { type Offer, scheduledAt, useOffer } from './use-offer.ts'
import { draftOf, patientOf, useForgetOnLeaving, useVisitDraft, type VisitDraft } from './visit-draft.ts'
import { VisitForm } from './visit-form.tsx'
import { VisitSaid } from './visit-said.tsx'
import { WhenFields } from './when-fields.tsx'
import { ZoneNote } from './zone-note.tsx'

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
  const meanwhile = visit.version !== seen.version && (
    <ChangedMeanwhile
      before={seen}
      after={visit}
      onTakeOver={() => change(draftOf(visit))}
      onSeen={() => {
        setSeen(visit)
        form.reset()
      }}
    />
  )
  return (
    <>
      <VisitForm
        form={{ ...form, problem, told: cancel.error ?? form.told }}
        notice={
          <>
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
            {meanwhile}
          </>
        }
        taken={taken}
        offer={offer}
        onChoose={change}
        said={
          fixed ? (
            <p className="text-ink-soft [&_strong]:text-ink">{whyNotChangeable}</p>
          ) : (
            <>
              <VisitSaid offer={offer} startsAt={draft.startsAt} tests={draft.tests} />
              <AddedPrice visit={visit} pricesOn={laboratory.pricesOn} tests={draft.tests} />
            </>
          )
        }
        submit={{ words: t`Save Changes`, pending: t`Saving…`, disabled: fixed }}
        more={
          <Button variant="danger" disabled={fixed} onClick={() => setAsking(true)}>
            <TrashIcon />
            <Trans>Delete Appointment</Trans>
          </Button>
        }
      >
        <Card className="stack gap-6">
          <PatientPart draft={draft} disabled={fixed} change={change} />
          <TestFields
            draft={draft}
            offer={offer}
            catalogue={catalogue}
            label={t`Test Type(s)`}
            disabled={fixed || visit.recollects !== null}
            outlined={!fixed}
            change={change}
          />
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
      </VisitForm>
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
    </>
  )
}

/** What tests cost that are added to a visit, unless its facility or insurer pays. */
function AddedPrice({
  visit,
  pricesOn,
  tests,
}: {
  visit: Appointment
  pricesOn: LaboratoryFacts['pricesOn']
  tests: readonly string[]
}) {
  const added = tests.filter((test) => !visit.testType.includes(test))
  const { data } = useQuery({
    ...queryFor(readVisitAccount, { params: { id: visit.id } }),
    enabled: pricesOn === true && added.length > 0,
  })
  if (!data || (data.account && data.account.payer.kind !== 'patient')) return null
  return <VisitPrice pricesOn={pricesOn} siteId={visit.site.id} tests={added} added />
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
