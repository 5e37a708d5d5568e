import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { bookAppointment } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { FoundPerson } from '#contract/found-person.ts'
import { messages } from '#contract/messages.ts'
import type { Requester } from '#contract/orders.ts'
import { may } from '#contract/permissions.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import type { readStandingOrder } from '#contract/standing.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { billIn } from '../../lib/bill-form.ts'
import { orderIn } from '../../lib/order-form.ts'
import { translated } from '../../lib/translated.ts'
import { AccountField, type PatientAccount } from '../../screen/account-field.tsx'
import { PersonNumberField } from '../../screen/person-number-field.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import {
  detailsOfPerson,
  emptyStaffDraft,
  hasTime,
  missingOf,
  visitBody,
  withAccount,
} from './staff-draft.ts'
import { StaffPatientPart, StaffSaid, StaffTestPart, StaffWhenPart } from './staff-form.tsx'
import { refusedWith, takenIn } from './use-booking.ts'
import { type Offer, siteOf, useOffer } from './use-offer.ts'
import { birthOf } from './visit-draft.ts'
import { VisitForm } from './visit-form.tsx'

/** Beyond the screen, so that a second try of the same request books nothing twice. */
const keys = attemptKeys()

/** A manager books for somebody, with an account or without; `account` when it is known for whom. */
export function StaffBookingScreen({
  account = null,
  standing = null,
  PersonFinder,
  OrderFields,
  BillFields,
}: {
  account?: PatientAccount | null
  /** The standing order that the visit is booked from. Its person, tests and requester are filled in. */
  standing?: ResponseOf<typeof readStandingOrder> | null
  PersonFinder: ComponentType<{
    chosen: FoundPerson | null
    onChoose: (person: FoundPerson | null) => void
  }>
  /** The fields that `orderIn` reads. */
  OrderFields: ComponentType<{ requester?: Requester }>
  /** The fields that `billIn` reads. */
  BillFields: ComponentType<{ tests: readonly string[] }>
}) {
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const facts = { ...lab, sites: useSeenSites(lab.sites) }
  const { data: catalogue } = useSuspenseQuery(queryFor(catalogueTests))
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => {
    const empty = emptyStaffDraft(siteOf(facts).id)
    const planned = standing && {
      ...detailsOfPerson(standing.person),
      tests: standing.tests,
      siteId: standing.site.id,
    }
    return { ...empty, ...withAccount(empty, account), ...planned }
  })
  const [person, setPerson] = useState<FoundPerson | null>(standing?.person ?? null)
  const me = useQuery(queryFor(readProfile))
  const mayFind = me.data !== undefined && may(me.data, 'patients')
  const change = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }))
  const form = useResourceForm(bookAppointment, {
    ...refusedWith(translated(messages.booking.failure)),
    once: keys,
    body: (held) => {
      if (!hasTime(draft)) return null
      const order = orderIn(held)
      const bill = billIn(held)
      return {
        ...visitBody(draft, offer.zone),
        ...birthOf(draft),
        ...(draft.account && { accountId: draft.account.id }),
        ...(draft.personNumber.trim() !== '' && { personNumber: draft.personNumber }),
        ...(draft.overbook && { overbook: { reason: draft.reason } }),
        ...(order && { order }),
        ...(standing && { standing: standing.id }),
        ...(bill && { bill }),
      }
    },
    check: () => missingOf(draft, { lost: offer.lost, reasonAsked: false }),
    says: translated(messages.booking.success),
    onDone: ({ appointment }) => navigate({ to: '/appointments/$id', params: { id: appointment.id } }),
  })
  const taken = takenIn(form.error)
  const offer: Offer = useOffer(facts, { ...draft, own: taken ?? [] })
  return (
    <Screen
      rhythm="cards"
      title={t`Book for a patient`}
      about={t`With an account, the visit appears in the patient’s own list. Without an account, only the laboratory sees it.`}
    >
      <VisitForm
        form={form}
        taken={taken}
        offer={offer}
        onChoose={(start) => change({ ...start, overbook: false })}
        said={<StaffSaid draft={draft} offer={offer} />}
        submit={{ words: t`Submit Appointment`, pending: t`Booking…` }}
      >
        <Card className="stack gap-6">
          <h2 className="visually-hidden">
            <Trans>Who is being tested</Trans>
          </h2>
          <AccountField
            label={t`Find the patient’s account`}
            optional
            hint={t`Part of the name, e-mail address or phone number. A new patient needs no account.`}
            letGo={t`Book without it`}
            chosen={draft.account}
            onChoose={(account) => change(withAccount(draft, account))}
          />
          {mayFind && (
            <PersonFinder
              chosen={person}
              onChoose={(next) => {
                form.reset()
                setPerson(next)
                change(next ? detailsOfPerson(next) : { personNumber: '' })
              }}
            />
          )}
          {(person || !mayFind) && (
            <PersonNumberField
              person={person}
              value={draft.personNumber}
              onChange={(event) => change({ personNumber: event.target.value })}
            />
          )}
          <StaffPatientPart withBirth draft={draft} change={change} />
          <StaffTestPart draft={draft} change={change} offer={offer} catalogue={catalogue} />
          <OrderFields {...(standing && { requester: standing })} />
          <BillFields tests={draft.tests} />
        </Card>
        <StaffWhenPart draft={draft} change={change} offer={offer} laboratory={facts} reasonAsked={false} />
      </VisitForm>
    </Screen>
  )
}
