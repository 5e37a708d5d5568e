import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FieldGroup } from '../../ui/field-group.tsx'
import { TextField } from '../../ui/fields.tsx'
import { AgeField, EmailField, FullNameField, GenderField, PhoneField } from './person-fields.tsx'
import { handOver, type VisitDraft } from './visit-draft.ts'
import { whomChoices } from './whom.ts'
import { RelationField } from './whom-part.tsx'

/** The person tested and the contact details, for a guest: only what a visit needs. */
export function GuestPart({
  draft,
  bySms,
  change,
}: {
  draft: VisitDraft
  /** Whether the code can also be sent by SMS. */
  bySms: boolean
  change: (changes: Partial<VisitDraft>) => void
}) {
  return (
    <div className="stack gap-4 [&_h2]:text-l">
      <h2>
        <Trans>Who is being tested</Trans>
      </h2>
      <p className="hint">
        <Trans>
          Have you booked here before?{' '}
          <Link
            to="/login"
            search={{ from: '/patient-dashboard/appointment-page' }}
            onClick={() => handOver(draft)}
          >
            Log in
          </Link>{' '}
          and keep what you have chosen.
        </Trans>
      </p>
      <FieldGroup name="relation" label={t`This appointment is for`}>
        <div className="flex flex-wrap gap-2">
          {whomChoices('me', []).map(({ value, label }) => (
            <label key={value} className="choice">
              <input
                type="radio"
                name="whom"
                value={value}
                checked={draft.whom === value}
                onChange={() => change({ whom: value })}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </FieldGroup>
      {draft.whom === 'other' && (
        <>
          <TextField
            name="ownName"
            label={t`Your name`}
            autoComplete="name"
            required
            maxLength={200}
            dir="auto"
            value={draft.ownName}
            onChange={(event) => change({ ownName: event.target.value })}
          />
          <RelationField draft={draft} change={change} />
        </>
      )}
      <FullNameField draft={draft} change={change} />
      <EmailField
        draft={draft}
        hint={bySms ? t`Or a phone number: we send a code there.` : t`We send a code there.`}
        change={change}
      />
      <PhoneField draft={draft} change={change} />
      <div className="cols-fit-128 grid gap-4">
        <GenderField draft={draft} change={change} />
        <AgeField draft={draft} change={change} />
      </div>
    </div>
  )
}
