import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { CheckboxField, TextArea, TextField } from '../../ui/fields.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { type DetailsState, placesOf, type TypedDetails } from './typed-details.ts'

const systems = [t`Ghana Card`, 'NHIS', t`Passport`, t`Voter ID`]

/** The fields of what is known of a person beside name, sex and birth. */
export function DetailFields({ details }: { details: DetailsState }) {
  const { typed, change } = details
  return (
    <>
      <DetailText details={details} name="givenNames" label={t`Given names`} maxLength={200} />
      <DetailText details={details} name="familyName" label={t`Family name`} maxLength={200} />
      <PhoneFields details={details} />
      <DetailText details={details} name="email" label={t`Email`} type="email" />
      <IdentifierFields details={details} />
      <DetailText details={details} name="language" label={t`Preferred language`} maxLength={60} />
      <TextArea
        name="note"
        label={t`Note for the desk`}
        optional
        rows={3}
        maxLength={1000}
        value={typed.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <CheckboxField
        name="deceased"
        label={t`Has died`}
        checked={typed.deceased}
        onChange={(event) => change({ deceased: event.target.checked })}
      />
      {typed.deceased && (
        <DateField
          name="diedOn"
          label={t`Date of death`}
          optional
          value={typed.diedOn}
          onChange={(diedOn) => change({ diedOn })}
        />
      )}
    </>
  )
}

function DetailText({
  details: { typed, change },
  name,
  ...field
}: {
  details: DetailsState
  name: 'givenNames' | 'familyName' | 'email' | 'language'
  label: string
  type?: 'email'
  maxLength?: number
}) {
  return (
    <TextField
      {...field}
      name={name}
      optional
      autoComplete="off"
      value={typed[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
}

/** A list in which one row is another. */
const withRow = <Row extends { key: number }>(rows: readonly Row[], key: number, part: Partial<Row>) =>
  rows.map((row) => (row.key === key ? { ...row, ...part } : row))

function PhoneFields({ details: { typed, change, addPhone } }: { details: DetailsState }) {
  const { phones } = typed
  const places = placesOf(phones)
  return (
    <FieldGroup name="phones" label={t`Phone numbers`} hint={t`The first is called first.`}>
      <div className="stack items-start gap-3">
        {phones.map(({ key, value }, index) => (
          <div key={key} className="flex w-full items-start gap-2 [&>:first-child]:flex-1">
            <TextField
              name={`phones.${places[index]}`}
              label={phones.length === 1 ? t`Phone Number` : t`Phone Number ${index + 1}`}
              type="tel"
              optional
              autoComplete="off"
              value={value}
              onChange={(event) => change({ phones: withRow(phones, key, { value: event.target.value }) })}
            />
            {phones.length > 1 && (
              <RemoveButton
                what={t`phone number ${index + 1}`}
                onClick={() => change({ phones: phones.filter((one) => one.key !== key) })}
              />
            )}
          </div>
        ))}
        {phones.length < 10 && (
          <Button variant="plain" onClick={addPhone}>
            <Trans>Add a phone number</Trans>
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}

function IdentifierFields({ details: { typed, change, addIdentifier } }: { details: DetailsState }) {
  const { identifiers } = typed
  const places = placesOf(identifiers)
  const changeRow = (key: number, part: Partial<TypedDetails['identifiers'][number]>) =>
    change({ identifiers: withRow(identifiers, key, part) })
  return (
    <FieldGroup
      name="identifiers"
      label={t`Cards and folders`}
      hint={t`Numbers that others gave, such as a Ghana Card, NHIS or the folder of a hospital.`}
    >
      <div className="stack items-start gap-3">
        {identifiers.map(({ key, system, value }, index) => (
          <div
            key={key}
            className="grid w-full grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2 max-sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <TextField
              name={`identifiers.${places[index]}.system`}
              label={t`Card or folder ${index + 1}`}
              list="identifier-systems"
              maxLength={60}
              autoComplete="off"
              value={system}
              onChange={(event) => changeRow(key, { system: event.target.value })}
            />
            <TextField
              name={`identifiers.${places[index]}.value`}
              label={t`Its number ${index + 1}`}
              maxLength={60}
              autoComplete="off"
              value={value}
              onChange={(event) => changeRow(key, { value: event.target.value })}
            />
            <RemoveButton
              what={t`card or folder ${index + 1}`}
              onClick={() => change({ identifiers: identifiers.filter((one) => one.key !== key) })}
            />
          </div>
        ))}
        <datalist id="identifier-systems">
          {systems.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {identifiers.length < 20 && (
          <Button variant="plain" onClick={addIdentifier}>
            <Trans>Add a card or folder</Trans>
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}

const RemoveButton = ({ what, onClick }: { what: string; onClick: () => void }) => (
  <Button
    variant="plain"
    icon
    aria-label={t`Remove ${what}`}
    className="mt-[29px] max-sm:col-2 max-sm:row-1"
    onClick={onClick}
  >
    <CloseIcon size={18} />
  </Button>
)
