import type { Profile } from '#contract/identity.ts'
import type { BookableTest } from '#contract/sites.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { dayOf, timeOf } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type HeldSlot, useHeldSlot } from './held-slot.ts'
import { HoldNotice } from './hold-notice.tsx'
import { BirthFields, EmailField, FullNameField, GenderField, PhoneField } from './person-fields.tsx'
import { SlotTaken } from './slot-taken.tsx'
import { TestFields } from './test-fields.tsx'
import { useBooking } from './use-booking.ts'
import { useGiveUp } from './use-give-up.ts'
import { type Offer, scheduledAt, siteOf, useOffer } from './use-offer.ts'
import { birthOf, detailsOf, emptyDraft, patientOf, useVisitDraft, type VisitDraft } from './visit-draft.ts'
import css from './visit-form.module.css'
import { VisitSaid } from './visit-said.tsx'
import { WhenFields } from './when-fields.tsx'
import { ZoneNote } from './zone-note.tsx'

const submitId = 'submit-visit'
type BookingFormProps = {
  profile: Profile
  laboratory: LaboratoryFacts
  catalogue: readonly BookableTest[]
}

export function BookingForm({ profile, laboratory, catalogue }: BookingFormProps) {
  const { held, active } = useHeldSlot()
  const zone = siteOf(laboratory).timeZone
  const { draft, change, forget, restored, startAgain } = useVisitDraft(`book ${profile.id}`, (kept) =>
    withHold(kept ?? emptyDraft(profile), active ? held : null, zone),
  )
  const giveUp = useGiveUp()
  const { book, taken, problem } = useBooking({ onBooked: forget })
  const own = [...(held && active ? [held.start] : []), ...(taken ?? [])]
  const offer = useOffer(laboratory, { ...draft, own })
  const submit = () => book.mutate(bodyOf(draft, held, offer))
  return (
    <div className={css.form}>
      <FormShell
        error={problem}
        pending={book.isPending}
        onSubmit={submit}
        check={() => missingOf(draft, offer)}
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
            <PersonPart draft={draft} profile={profile} change={change} />
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

function PersonPart({ draft, profile, change }: PartProps & { profile: Profile }) {
  const setWhom = (whom: VisitDraft['whom']) => {
    if (whom === draft.whom) return
    // How to reach the account's owner stays: the laboratory writes to whoever booked.
    if (whom === 'other') change({ whom, fullName: '', gender: '', age: '', bornOn: '' })
    else change({ whom, ...detailsOf(profile), gender: '', age: '', bornOn: '' })
  }
  return (
    <div className={css.part}>
      <h2>Who is tested</h2>
      <FieldGroup name="whom" label="This appointment is for">
        <div className={css.whom}>
          {(['me', 'other'] as const).map((whom) => (
            <label key={whom} className={css.choice}>
              <input
                type="radio"
                name="whom"
                value={whom}
                checked={draft.whom === whom}
                onChange={() => setWhom(whom)}
              />
              {whom === 'me' ? 'Me' : 'Someone else'}
            </label>
          ))}
        </div>
      </FieldGroup>
      <FullNameField draft={draft} change={change} />
      <EmailField draft={draft} change={change} />
      <GenderField draft={draft} change={change} />
      <PhoneField draft={draft} change={change} />
      <BirthFields draft={draft} change={change} />
    </div>
  )
}

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

function missingOf(draft: VisitDraft, offer: Offer): Record<string, string[]> {
  return {
    ...(draft.tests.length === 0 && { testType: ['Choose at least one test'] }),
    ...((draft.startsAt === null || offer.lost) && { scheduleTime: ['Choose a time'] }),
  }
}

/** The hold's token goes along even when it may have run out: the server looks, and a retry stays the same request. */
function bodyOf(draft: VisitDraft, held: HeldSlot | null, { zone }: Offer) {
  const at = draft.startsAt ?? ''
  return {
    patientDetails: patientOf(draft, dayOf(at, zone)),
    ...birthOf(draft),
    testType: [...draft.tests],
    ...scheduledAt(at, zone, timeOf(at, zone)),
    priority: draft.priority,
    ...(held?.start === at && { holdToken: held.token }),
  }
}
