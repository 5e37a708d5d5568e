import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Appointment, readAppointment, updateAppointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { hasTime, missingOf, staffDraftOf, visitBody } from './staff-draft.ts'
import { StaffPatientPart, StaffSaid, StaffTestPart, StaffWhenPart } from './staff-form.tsx'
import { refusedWith, takenIn } from './use-booking.ts'
import { type Offer, useOffer } from './use-offer.ts'
import { VisitForm } from './visit-form.tsx'
import { VisitStateBadge } from './visit-state.tsx'

/** A manager changes or moves somebody's visit, with a reason. */
export function StaffEditScreen({ id }: { id: string }) {
  const { data: visit } = useSuspenseQuery(queryFor(readAppointment, { params: { id } }))
  return (
    <Screen
      rhythm="cards"
      title={t`Edit Appointment`}
      state={<VisitStateBadge state={visit.status} />}
      about={
        <Trans>
          {visit.patientDetails.fullName}, now <When at={visit.scheduledDate} zone={visit.site.timeZone} />
        </Trans>
      }
    >
      {visit.whyNotChangeable === null ? (
        <Edit key={id} visit={visit} />
      ) : (
        <Notice kind="warning">
          <p>{visit.whyNotChangeable}</p>
        </Notice>
      )}
    </Screen>
  )
}

function Edit({ visit }: { visit: Appointment }) {
  const { id } = visit
  const { data: facts } = useSuspenseQuery(queryFor(laboratory))
  const { data: catalogue } = useSuspenseQuery(queryFor(catalogueTests))
  const navigate = useNavigate()
  /** The visit as this person has seen it; when another one arrives, they are told before theirs goes over it. */
  const [seen, setSeen] = useState(visit)
  const [draft, setDraft] = useState(() => staffDraftOf(visit))
  const change = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }))
  const changed = visit.version !== seen.version
  const notSaved = refusedWith(translated(messages.booking.updateFailure))
  const form = useResourceForm(updateAppointment, {
    ...notSaved,
    params: { id },
    body: () =>
      hasTime(draft)
        ? {
            ...visitBody(draft, offer.zone),
            reason: draft.reason,
            version: seen.version,
            ...(draft.overbook && { overbook: true }),
          }
        : null,
    check: () => missingOf(draft, { lost: offer.lost, reasonAsked: true }),
    refusal: (error) => (changed ? null : notSaved.refusal(error)),
    says: translated(messages.booking.updated),
    onDone: () => navigate({ to: '/appointments/$id', params: { id } }),
  })
  const taken = takenIn(form.error)
  const offer: Offer = useOffer(facts, { ...draft, own: [visit.scheduledDate, ...(taken ?? [])] })
  const meanwhile = changed && (
    <ChangedMeanwhile
      before={seen}
      after={visit}
      onTakeOver={() => setDraft(staffDraftOf(visit))}
      onSeen={() => {
        setSeen(visit)
        form.reset()
      }}
    />
  )
  return (
    <VisitForm
      form={form}
      notice={meanwhile}
      taken={taken}
      offer={offer}
      onChoose={(start) => change({ ...start, overbook: false })}
      said={<StaffSaid draft={draft} offer={offer} />}
      submit={{ words: t`Save Changes`, pending: t`Saving…` }}
    >
      <Card className="stack gap-6">
        <StaffPatientPart draft={draft} change={change} />
        <StaffTestPart draft={draft} change={change} offer={offer} catalogue={catalogue} />
      </Card>
      <StaffWhenPart draft={draft} change={change} offer={offer} laboratory={facts} fixedSite reasonAsked />
    </VisitForm>
  )
}
