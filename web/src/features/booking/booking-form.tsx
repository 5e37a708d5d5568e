import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { Profile } from '#contract/access.ts'
import { bookAppointment } from '#contract/booking.ts'
import type { CaredFor } from '#contract/care.ts'
import type { BookableTest } from '#contract/sites.ts'
import type { StandingOrder } from '#contract/standing.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { VisitPrice } from '../../screen/visit-price.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useHeldSlot } from './held-slot.ts'
import { HoldNotice } from './hold-notice.tsx'
import { PriorityField } from './priority-field.tsx'
import { TestPart } from './test-part.tsx'
import { takenIn, useBookingEnds } from './use-booking.ts'
import { useGiveUp } from './use-give-up.ts'
import { type Offer, siteOf, useOffer } from './use-offer.ts'
import { useRememberPhone } from './use-remember-phone.ts'
import { bookingKey, handedOver, useVisitDraft, withDetails } from './visit-draft.ts'
import { VisitForm } from './visit-form.tsx'
import { bodyOf, missingOf, withHold } from './visit-request.ts'
import { VisitSaid } from './visit-said.tsx'
import { WhenPart } from './when-part.tsx'
import { ownedBy } from './whom.ts'
import { WhomPart } from './whom-part.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The person for whom a visit is booked next, whom no address names. */
    bookFor?: string
    /** The nearest free times, if the time chosen before signing in has been taken. */
    alternatives?: readonly string[]
  }
}

export const priorityHint = t`Choose High only if a doctor asked for it.`
type BookingFormProps = {
  profile: Profile
  /** The persons whom the account is or looks after. */
  people: readonly CaredFor[]
  laboratory: LaboratoryFacts
  catalogue: readonly BookableTest[]
  /** The standing order that the visit is booked from. Its tests and person are filled in. */
  standing?: StandingOrder | null
}

export function BookingForm({ profile, people, laboratory, catalogue, standing = null }: BookingFormProps) {
  const { held, active } = useHeldSlot()
  const zone = siteOf(laboratory).timeZone
  const bookFor = useLocation({ select: ({ state }) => state.bookFor })
  const { draft, change, forget, restored, startAgain } = useVisitDraft(bookingKey(profile), (kept) => {
    const begun = kept ?? ownedBy(people, withDetails(handedOver(), profile))
    const planned = standing && { whom: standing.person.id, tests: standing.tests }
    return withHold({ ...begun, ...(bookFor && { whom: bookFor }), ...planned }, active ? held : null, zone)
  })
  const giveUp = useGiveUp()
  const rememberPhone = useRememberPhone()
  const ends = useBookingEnds(() => {
    forget()
    rememberPhone(profile, draft)
  })
  const form = useResourceForm(bookAppointment, {
    ...ends,
    onRefused: (error) => {
      setHanded(null)
      ends.onRefused(error)
    },
    body: () =>
      draft.startsAt === null
        ? null
        : { ...bodyOf(draft, people, held, offer), ...(standing && { standing: standing.id }) },
    check: () => missingOf(draft, people, offer),
  })
  const [handed, setHanded] = useState(useLocation({ select: ({ state }) => state.alternatives }) ?? null)
  const alternatives = takenIn(form.error) ?? handed
  const own = [...(held && active ? [held.start] : []), ...(alternatives ?? [])]
  const offer: Offer = useOffer(laboratory, { ...draft, own })
  return (
    <VisitForm
      form={form}
      notice={
        <>
          {held && (
            <HoldNotice
              held={held}
              active={active}
              zone={zone}
              pending={giveUp.isPending}
              onGiveUp={() => giveUp.now(held, active)}
            />
          )}
          {restored && (
            <Notice>
              <p>
                <Trans>What you typed before is still here.</Trans>
              </p>
              <p>
                <Button variant="plain" onClick={startAgain}>
                  <Trans>Start again</Trans>
                </Button>
              </p>
            </Notice>
          )}
        </>
      }
      taken={alternatives}
      offer={offer}
      onChoose={(start) => {
        change(start)
        setHanded(null)
      }}
      said={
        <>
          <VisitSaid offer={offer} startsAt={draft.startsAt} tests={draft.tests} />
          <VisitPrice pricesOn={laboratory.pricesOn} siteId={siteOf(laboratory).id} tests={draft.tests} />
        </>
      }
      submit={{ words: t`Submit Appointment`, pending: t`Booking…` }}
    >
      <Card className="stack gap-6">
        <TestPart draft={draft} offer={offer} catalogue={catalogue} change={change} />
        <WhenPart offer={offer} startsAt={draft.startsAt} onChange={change} />
      </Card>
      <Card className="stack gap-6">
        <WhomPart
          draft={draft}
          profile={profile}
          people={people}
          refused={form.problem?.fields}
          change={change}
        />
        <PriorityField draft={draft} hint={priorityHint} change={change} />
      </Card>
    </VisitForm>
  )
}
