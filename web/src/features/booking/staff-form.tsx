import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BookableTest } from '#contract/sites.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { dayOf, sayDay } from '../../lib/times.ts'
import { Card } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { CheckboxField, SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import {
  AgeField,
  BirthFields,
  EmailField,
  FullNameField,
  GenderField,
  PhoneField,
} from './person-fields.tsx'
import { PriorityField } from './priority-field.tsx'
import type { StaffDraft } from './staff-draft.ts'
import { TestFields } from './test-fields.tsx'
import type { Offer } from './use-offer.ts'
import { VisitSaid, visitSaidId } from './visit-said.tsx'
import { WhenFields } from './when-fields.tsx'
import { ZoneNote } from './zone-note.tsx'

type PartProps = { draft: StaffDraft; change: (changes: Partial<StaffDraft>) => void }

/** `withBirth`: for a new visit, whose person may be new as well. A change of a visit states the age alone. */
export function StaffPatientPart({ draft, change, withBirth = false }: PartProps & { withBirth?: boolean }) {
  return (
    <div className="stack gap-4 [&_h2]:text-l">
      <FullNameField draft={draft} change={change} />
      {withBirth ? (
        <>
          <GenderField draft={draft} change={change} />
          <BirthFields draft={draft} change={change} />
        </>
      ) : (
        <div className="cols-fit-128 grid gap-4">
          <GenderField draft={draft} change={change} />
          <AgeField draft={draft} change={change} />
        </div>
      )}
      <PhoneField draft={draft} change={change} />
      <EmailField draft={draft} change={change} />
    </div>
  )
}

export function StaffTestPart({
  draft,
  change,
  offer,
  catalogue,
}: PartProps & { offer: Offer; catalogue: readonly BookableTest[] }) {
  return (
    <div className="stack gap-4 [&_h2]:text-l">
      <TestFields draft={draft} offer={offer} catalogue={catalogue} label={t`Test Type(s)`} change={change} />
      <PriorityField draft={draft} change={change} />
    </div>
  )
}

/** Day and time: what is free, or any time at all with a reason. */
export function StaffWhenPart({
  draft,
  change,
  offer,
  laboratory,
  fixedSite = false,
  reasonAsked,
}: PartProps & { offer: Offer; laboratory: LaboratoryFacts; fixedSite?: boolean; reasonAsked: boolean }) {
  const { sites, booking } = laboratory
  return (
    <Card className="stack gap-4 [&_h2]:text-l">
      <h2>
        <Trans>When</Trans>
      </h2>
      {sites.length > 1 && (
        <SelectField
          name="siteId"
          label={t`Site`}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.siteId}
          disabled={fixedSite}
          hint={fixedSite ? t`An appointment stays at its site; book a new one at the other.` : undefined}
          onChange={(event) => change({ siteId: event.target.value, day: null, startsAt: null })}
        />
      )}
      <ZoneNote zone={offer.zone} />
      <CheckboxField
        name="overbook"
        label={t`Overbook where every chair is taken`}
        checked={draft.overbook}
        onChange={(event) =>
          change({
            overbook: event.target.checked,
            overDay: draft.overDay || (draft.startsAt ? dayOf(draft.startsAt, offer.zone) : offer.today),
          })
        }
      />
      {draft.overbook ? (
        <div className="cols-fit-128 grid gap-4">
          <DateField
            name="overDay"
            label={t`Date`}
            min={offer.today}
            max={offer.last}
            value={draft.overDay}
            onChange={(overDay) => change({ overDay })}
          />
          <TextField
            name="scheduleTime"
            label={t`Time`}
            type="time"
            step={booking.stepMinutes * 60}
            value={draft.overTime}
            onChange={(event) => change({ overTime: event.target.value })}
          />
        </div>
      ) : (
        <WhenFields
          offer={offer}
          startsAt={draft.startsAt}
          labels={{ day: t`Date`, time: t`Time` }}
          onChange={change}
        />
      )}
      {(reasonAsked || draft.overbook) && (
        <TextArea
          name="reason"
          label={t`Reason`}
          hint={t`Kept with the appointment, with your name.`}
          rows={2}
          maxLength={500}
          value={draft.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      )}
    </Card>
  )
}

/** What is about to be sent, in a sentence beside the button. */
export function StaffSaid({ draft, offer }: { draft: StaffDraft; offer: Offer }) {
  if (!draft.overbook) return <VisitSaid offer={offer} startsAt={draft.startsAt} tests={draft.tests} />
  const { overDay, overTime } = draft
  return (
    <p id={visitSaidId} className="text-ink-soft [&_strong]:text-ink">
      {overDay && overTime ? (
        <Trans>
          Overbooked <strong>{`${sayDay(overDay, offer.today)} ${overTime}`}</strong>, with the reason kept.
        </Trans>
      ) : (
        t`No time chosen yet.`
      )}
    </p>
  )
}
