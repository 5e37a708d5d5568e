import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import type { BookableTest } from '#contract/sites.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { VisitPrice } from '../../screen/visit-price.tsx'
import { Card } from '../../ui/card.tsx'
import { priorityHint } from './booking-form.tsx'
import { type CodePart, GuestCode } from './guest-code.tsx'
import { GuestPart } from './guest-part.tsx'
import { useHeldSlot } from './held-slot.ts'
import { HoldNotice } from './hold-notice.tsx'
import { PriorityField } from './priority-field.tsx'
import { TestPart } from './test-part.tsx'
import { sendCode, useAskCode } from './use-ask-code.ts'
import { takenIn } from './use-booking.ts'
import { useGiveUp } from './use-give-up.ts'
import { useGuestBooking } from './use-guest-booking.ts'
import { type Offer, siteOf, useOffer } from './use-offer.ts'
import { bookingKey, emptyDraft, useVisitDraft, type VisitDraft } from './visit-draft.ts'
import { VisitForm } from './visit-form.tsx'
import { missingOf, withHold } from './visit-request.ts'
import { VisitSaid } from './visit-said.tsx'
import { WhenPart } from './when-part.tsx'

const shortestMinutes = 15
const nobody = { fullName: '', email: '', phone: '' }

type GuestFormProps = {
  laboratory: LaboratoryFacts
  catalogue: readonly BookableTest[]
  code: CodePart
  /** The sentence about the terms of use that a guest agrees to by booking. */
  terms: ReactNode
}

/** The form of a guest: tests, time and person, then the code, which signs the guest in and books the visit. */
export function GuestForm({ laboratory, catalogue, code, terms }: GuestFormProps) {
  const { held, active } = useHeldSlot()
  const zone = siteOf(laboratory).timeZone
  const { draft, change, forget } = useVisitDraft(bookingKey(undefined), (kept) =>
    withHold(kept ?? emptyDraft(nobody), active ? held : null, zone),
  )
  const giveUp = useGiveUp()
  const [address, setAddress] = useState<string | null>(null)
  const form = useAskCode(laboratory, draft, {
    minutes: () => offer.answer?.durationMinutes ?? shortestMinutes,
    check: () => ({ ...missingOf(draft, [], offer), ...unreachable(draft, laboratory) }),
    onHeld: (holdToken) => change({ holdToken }),
    onAsked: setAddress,
  })
  const taken = takenIn(form.error)
  const own = [...(held && active ? [held.start] : []), ...(taken ?? [])]
  const offer: Offer = useOffer(laboratory, { ...draft, own })
  const booking = useGuestBooking({ draft, offer, onBooked: forget })
  const notice = held && (
    <HoldNotice
      held={held}
      active={active}
      zone={zone}
      pending={giveUp.isPending}
      onGiveUp={() => giveUp.now(held, active)}
    />
  )
  const said = (
    <>
      <VisitSaid offer={offer} startsAt={draft.startsAt} tests={draft.tests} />
      <VisitPrice pricesOn={laboratory.pricesOn} siteId={siteOf(laboratory).id} tests={draft.tests} />
    </>
  )
  if (address !== null) {
    return (
      <GuestCode
        code={code}
        address={address}
        said={said}
        notice={notice}
        booking={booking}
        resend={() => sendCode(draft)}
        onBack={() => setAddress(null)}
      />
    )
  }
  return (
    <VisitForm
      form={form}
      notice={notice}
      taken={taken}
      offer={offer}
      onChoose={change}
      said={
        <>
          {said}
          <div className="hint">{terms}</div>
        </>
      }
      submit={{ words: t`Submit Appointment`, pending: t`Sending the code…` }}
    >
      <Card className="stack gap-6">
        <TestPart draft={draft} offer={offer} catalogue={catalogue} change={change} />
        <WhenPart offer={offer} startsAt={draft.startsAt} onChange={change} />
      </Card>
      <Card className="stack gap-6">
        <GuestPart draft={draft} bySms={laboratory.signIn.phone} change={change} />
        <PriorityField draft={draft} hint={priorityHint} change={change} />
      </Card>
    </VisitForm>
  )
}

/** An error if the code cannot be sent: it needs an e-mail address, or a phone number if the laboratory sends SMS. */
function unreachable({ email, contact }: VisitDraft, { signIn }: LaboratoryFacts): Record<string, string[]> {
  if (email.trim() !== '' || (signIn.phone && contact.trim() !== '')) return {}
  return {
    'patientDetails.email': [
      signIn.phone
        ? t`Give an e-mail address or a phone number: we send a code there`
        : t`Give an e-mail address: we send a code there`,
    ],
  }
}
