import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { wholeYears } from '#contract/age.ts'
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts'
import type { FoundPerson } from '#contract/found-person.ts'
import type { Naming } from '#contract/options.ts'
import { may } from '#contract/permissions.ts'
import { registerWalkIn } from '#contract/queue.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { billIn } from '../../lib/bill-form.ts'
import { orderIn } from '../../lib/order-form.ts'
import { dayOf } from '../../lib/times.ts'
import { BackLink } from '../../screen/back-link.tsx'
import { GenderField } from '../../screen/gender-field.tsx'
import { PersonNumberField } from '../../screen/person-number-field.tsx'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { TestsField } from '../../screen/tests-field.tsx'
import { type Held, useResourceForm } from '../../screen/use-resource-form.ts'
import { BornOnField } from '../../ui/born-on-field.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { useNow } from '../../ui/use-now.ts'
import { YearsField } from '../../ui/years-field.tsx'
import { TicketGiven } from './ticket-given.tsx'

type Registered = ResponseOf<typeof registerWalkIn>

/** The idempotency key: a retry after a lost answer does not register the person twice. */
const keys = attemptKeys()

/** Registers somebody without an appointment: five fields and Enter, or two for somebody who was here before. */
export function WalkInScreen({
  from,
  PersonFinder,
  NamingField,
  BabyFields,
  OrderFields,
  BillFields,
}: {
  from: 'desk' | 'appointments'
  PersonFinder: ComponentType<{
    chosen: FoundPerson | null
    onChoose: (person: FoundPerson | null) => void
  }>
  NamingField: ComponentType<{ value: Naming; onChange: (naming: Naming) => void }>
  /** The fields `mother` and `birthOrder`. */
  BabyFields: ComponentType<{ bornOn: string; mayFind: boolean }>
  /** The fields that `orderIn` reads. */
  OrderFields: ComponentType
  /** The fields that `billIn` reads. */
  BillFields: ComponentType<{ tests: readonly string[] }>
}) {
  const [tests, setTests] = useState<string[]>([])
  const [last, setLast] = useState<Registered | null>(null)
  const me = useQuery(queryFor(readProfile))
  const [person, setPerson] = useState<FoundPerson | null>(null)
  const [naming, setNaming] = useState<Naming>('named')
  const [turn, setTurn] = useState(0)
  const [bornOn, setBornOn] = useState('')
  const facts = useQuery(queryFor(laboratory))
  const today = dayOf(useNow(), facts.data?.sites[0]?.timeZone ?? 'UTC')
  const register = useResourceForm(registerWalkIn, {
    body: (held) => bodyOf(held, { testType: tests, naming, today }),
    check: () => (tests.length === 0 ? { testType: [t`Choose at least one test`] } : {}),
    once: keys,
    says: false,
    onDone(answer) {
      setLast(answer)
      setTests([])
      setPerson(null)
      setBornOn('')
      setNaming('named')
      setTurn((count) => count + 1)
    },
  })
  // Somebody without a name mostly has no phone number either.
  const isReached = naming === 'named' && (person === null || person.naming === 'named')
  const mayFind = me.data !== undefined && may(me.data, 'patients')
  return (
    <Screen
      measure="narrow"
      back={
        from === 'appointments' ? (
          <BackLink to="/manager-dashboard/appointments">{t`Appointments`}</BackLink>
        ) : undefined
      }
      title={t`Register a walk-in`}
      about={t`Somebody without an appointment gets a number at once.`}
    >
      {last && (
        <TicketGiven given={last}>
          {me.data?.pricesOn && may(me.data, 'payments') && (
            <p>
              <Link to="/till/$visitId" params={{ visitId: last.visit.id }} className="tap">
                <Trans>Take the payment</Trans>
              </Link>
            </p>
          )}
        </TicketGiven>
      )}
      {mayFind && (
        <div className="mb-5">
          <PersonFinder
            key={turn}
            chosen={person}
            onChoose={(next) => {
              register.reset()
              setPerson(next)
              setNaming('named')
              setBornOn(next?.birth.precision === 'day' ? next.birth.date : '')
            }}
          />
        </div>
      )}
      <ResourceForm key={`${turn} ${person?.id}`} form={register}>
        {!person && (
          <NamingField
            value={naming}
            onChange={(next) => {
              setNaming(next)
              setBornOn(next === 'baby' ? today : '')
            }}
          />
        )}
        {naming === 'named' && (
          <TextField
            name="patientDetails.fullName"
            label={t`Full Name`}
            required
            maxLength={200}
            dir="auto"
            autoComplete="off"
            defaultValue={person?.fullName}
          />
        )}
        {naming === 'baby' ? (
          <>
            <BabyFields bornOn={bornOn} mayFind={mayFind} />
            <DateField
              name="bornOn"
              label={t`Date of birth`}
              required
              max={today}
              value={bornOn}
              onChange={setBornOn}
            />
          </>
        ) : (
          <AgeFields isKnown={naming === 'named'} {...{ today, bornOn, setBornOn, person }} />
        )}
        <GenderField name="patientDetails.gender" defaultValue={person?.sex} />
        <TextField
          name="patientDetails.contact"
          label={t`Phone Number`}
          type="tel"
          inputMode="tel"
          required={isReached}
          optional={!isReached}
          maxLength={40}
          autoComplete="off"
          defaultValue={person?.phone}
        />
        {(person || (!mayFind && naming === 'named')) && <PersonNumberField person={person} />}
        <TestsField chosen={tests} onChange={setTests} />
        <OrderFields />
        <BillFields tests={tests} />
        <CheckboxField name="urgent" label={t`Urgent: call first`} />
        <FormActions>
          <SubmitButton pendingText={t`Registering …`}>
            <Trans>Register and give a number</Trans>
          </SubmitButton>
          {last && (
            <Button onClick={() => setLast(null)}>
              <Trans>Clear the last number</Trans>
            </Button>
          )}
        </FormActions>
      </ResourceForm>
    </Screen>
  )
}

/** The day of birth and the age that it makes, or the age alone; of somebody without a name only about how old they are. */
function AgeFields({
  isKnown,
  today,
  bornOn,
  setBornOn,
  person,
}: {
  isKnown: boolean
  today: string
  bornOn: string
  setBornOn: (day: string) => void
  person: FoundPerson | null
}) {
  return (
    <>
      {isKnown && <BornOnField today={today} value={bornOn} onChange={setBornOn} />}
      <YearsField
        key={bornOn}
        name="patientDetails.age"
        hint={isKnown ? undefined : t`About how old they are, in years`}
        {...(bornOn === ''
          ? { defaultValue: person?.age }
          : { readOnly: true, value: wholeYears(bornOn, today) })}
      />
    </>
  )
}

function bodyOf(
  held: Held<typeof registerWalkIn>,
  { testType, naming, today }: { testType: string[]; naming: Naming; today: string },
): BodyInput<typeof registerWalkIn> {
  const { mother, birthOrder, personNumber, bornOn, urgent, patientDetails } = held
  const order = orderIn(held)
  const bill = billIn(held)
  return {
    patientDetails: {
      ...patientDetails,
      ...(naming !== 'unknown' && bornOn && { age: wholeYears(bornOn, today) }),
    },
    naming,
    ...(naming === 'baby' && mother && { mother }),
    ...(naming === 'baby' && Number(birthOrder) > 0 && { birthOrder: Number(birthOrder) }),
    ...(personNumber?.trim() && { personNumber }),
    ...(bornOn && { bornOn }),
    testType,
    urgent,
    ...(order && { order }),
    ...(bill && { bill }),
  }
}
