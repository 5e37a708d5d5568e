import { useLocation } from '@tanstack/react-router'
import type { Profile } from '#contract/access.ts'
import type { CaredFor } from '#contract/care.ts'
import type { BookableTest } from '#contract/sites.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { dayOf, timeOf } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type HeldSlot, useHeldSlot } from './held-slot.ts'
import { HoldNotice } from './hold-notice.tsx'
import { SlotTaken } from './slot-taken.tsx'
import { TestFields } from './test-fields.tsx'
import { useBooking } from './use-booking.ts'
import { useGiveUp } from './use-give-up.ts'
import { type Offer, scheduledAt, siteOf, useOffer } from './use-offer.ts'
import { emptyDraft, patientOf, useVisitDraft, type VisitDraft } from './visit-draft.ts'
import css from './visit-form.module.css'
import { VisitSaid } from './visit-said.tsx'
import { WhenFields } from './when-fields.tsx'
import { chosenPerson, holderOf, personBody, statedOf } from './whom.ts'
import { WhomPart } from './whom-part.tsx'
import { ZoneNote } from './zone-note.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The person for whom a visit is booked next, whom no address names. */
    bookFor?: string
  }
}

const submitId = 'submit-visit'
type BookingFormProps = {
  profile: Profile
  /** The persons whom the account is or looks after. */
  people: readonly CaredFor[]
  laboratory: LaboratoryFacts
  catalogue: readonly BookableTest[]
}

export function BookingForm({ profile, people, laboratory, catalogue }: BookingFormProps) {
  const { held, active } = useHeldSlot()
  const zone = siteOf(laboratory).timeZone
  const bookFor = useLocation({ select: ({ state }) => state.bookFor })
  const { draft, change, forget, restored, startAgain } = useVisitDraft(`book ${profile.id}`, (kept) => {
    const begun = kept ?? { ...emptyDraft(profile), whom: holderOf(people) }
    return withHold({ ...begun, ...(bookFor && { whom: bookFor }) }, active ? held : null, zone)
  })
  const giveUp = useGiveUp()
  const { book, taken, problem } = useBooking({ onBooked: forget })
  const own = [...(held && active ? [held.start] : []), ...(taken ?? [])]
  const offer = useOffer(laboratory, { ...draft, own })
  const submit = () => book.mutate(bodyOf(draft, people, held, offer))
  return (
    <div className={css.form}>
      <FormShell
        error={problem}
        pending={book.isPending}
        onSubmit={submit}
        check={() => missingOf(draft, people, offer)}
      >
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
            <p>What you typed before is still here.</p>
            <p>
              <Button variant="plain" onClick={startAgain}>
                Start again
              </Button>
            </p>
          </Notice>
        )}
        <div className={css.columns}>
          <Card className={css.column}>
            <WhomPart
              draft={draft}
              profile={profile}
              people={people}
              hasRecord={problem?.fields?.relation !== undefined}
              change={change}
            />
            <TestPart draft={draft} offer={offer} catalogue={catalogue} change={change} />
          </Card>
          <Card className={css.part}>
            <h2>When</h2>
            <ZoneNote zone={zone} />
            <WhenFields
              offer={offer}
              startsAt={draft.startsAt}
              labels={{ day: 'Date', time: 'Time' }}
              onChange={change}
            />
          </Card>
        </div>
        {taken && (
          <SlotTaken
            alternatives={taken}
            zone={zone}
            onChoose={(at) => {
              const day = dayOf(at, zone)
              change({ day, startsAt: at })
              offer.show(day)
              document.getElementById(submitId)?.focus()
              book.reset()
            }}
          />
        )}
        <div className={css.send}>
          <VisitSaid id="visit-said" offer={offer} startsAt={draft.startsAt} tests={draft.tests} />
          <div className={css.buttons}>
            <SubmitButton
              id={submitId}
              aria-describedby="visit-said"
              pending={book.isPending}
              pendingText="Booking…"
            >
              Submit Appointment
            </SubmitButton>
          </div>
        </div>
      </FormShell>
    </div>
  )
}

type PartProps = { draft: VisitDraft; change: (changes: Partial<VisitDraft>) => void }

function TestPart({
  draft,
  offer,
  catalogue,
  change,
}: PartProps & { offer: Offer; catalogue: readonly BookableTest[] }) {
  return (
    <div className={css.part}>
      <h2>Which tests</h2>
      <TestFields
        draft={draft}
        offer={offer}
        catalogue={catalogue}
        label="Test Type"
        priorityHint="Choose high only when a doctor asked for it."
        change={change}
      />
    </div>
  )
}

/** A hold that has not been taken over yet fills in day and time. */
function withHold(draft: VisitDraft, held: HeldSlot | null, zone: string): VisitDraft {
  if (!held || held.token === draft.holdToken) return draft
  return { ...draft, day: dayOf(held.start, zone), startsAt: held.start, holdToken: held.token }
}

function missingOf(draft: VisitDraft, people: readonly CaredFor[], offer: Offer): Record<string, string[]> {
  return {
    ...(chosenPerson(draft, people) === undefined && { personId: ['Choose who is tested'] }),
    ...(draft.tests.length === 0 && { testType: ['Choose at least one test'] }),
    ...((draft.startsAt === null || offer.lost) && { scheduleTime: ['Choose a time'] }),
  }
}

/** The hold's token goes along even when it may have run out: the server looks, and a retry stays the same request. */
function bodyOf(draft: VisitDraft, people: readonly CaredFor[], held: HeldSlot | null, { zone }: Offer) {
  const at = draft.startsAt ?? ''
  return {
    patientDetails: patientOf(statedOf(draft, people), dayOf(at, zone)),
    ...personBody(draft, people),
    testType: [...draft.tests],
    ...scheduledAt(at, zone, timeOf(at, zone)),
    priority: draft.priority,
    ...(held?.start === at && { holdToken: held.token }),
  }
}
