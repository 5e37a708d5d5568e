import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useRef, useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { wholeYears } from '#contract/age.ts'
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts'
import type { FoundPerson } from '#contract/found-person.ts'
import type { Naming } from '#contract/options.ts'
import { may } from '#contract/permissions.ts'
import { registerWalkIn } from '#contract/queue.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { billIn } from '../../lib/bill-form.ts'
import { orderIn } from '../../lib/order-form.ts'
import { dayOf } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { BornOnField } from '../../ui/born-on-field.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { useNow } from '../../ui/use-now.ts'

type Registered = ResponseOf<typeof registerWalkIn>

const back = {
  desk: { to: '/desk', label: t`Back to the desk` },
  appointments: { to: '/manager-dashboard/appointments', label: t`Back to Appointments` },
} as const

/** Registers somebody without an appointment: five fields and Enter, or two for somebody who was here before. */
export function WalkInScreen({
  from,
  PersonFinder,
  NamingField,
  BabyFields,
  OrderFields,
  BillFields,
}: {
  from: keyof typeof back
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
  const { data: catalogue } = useSuspenseQuery(queryFor(catalogueTests))
  const [tests, setTests] = useState<string[]>([])
  const [last, setLast] = useState<Registered | null>(null)
  const me = useQuery(queryFor(readProfile))
  const [person, setPerson] = useState<FoundPerson | null>(null)
  const [naming, setNaming] = useState<Naming>('named')
  const [turn, setTurn] = useState(0)
  const [bornOn, setBornOn] = useState('')
  const facts = useQuery(queryFor(laboratory))
  const today = dayOf(useNow(), facts.data?.sites[0]?.timeZone ?? 'UTC')
  // The same person sent twice, since the answer was lost, is registered once.
  const key = useRef(crypto.randomUUID())
  const register = useCall(
    (body: BodyInput<typeof registerWalkIn>) =>
      call(registerWalkIn, { body, headers: { 'idempotency-key': key.current } }),
    {
      says: false,
      onDone(answer) {
        key.current = crypto.randomUUID()
        setLast(answer)
        setTests([])
        setPerson(null)
        setBornOn('')
        setNaming('named')
        setTurn((count) => count + 1)
      },
    },
  )
  // Somebody without a name mostly has no phone number either.
  const isReached = naming === 'named' && (person === null || person.naming === 'named')
  const mayFind = me.data !== undefined && may(me.data, 'patients')
  return (
    <Page measure="narrow">
      <PageHeader
        title={t`Register a walk-in`}
        about={t`Somebody without an appointment gets a number at once.`}
        action={
          <Link to={back[from].to} className={buttonClass()}>
            {back[from].label}
          </Link>
        }
      />
      {last && (
        <Notice kind="ok" role="status">
          <p>
            <Trans>
              <strong className="text-2xl tabular-nums">{last.ticket.code}</strong> for{' '}
              <bdi>{last.ticket.patient.fullName}</bdi>, reference {last.visit.reference}. Pass code for the
              phone: {last.passCode}
            </Trans>
          </p>
          {me.data?.pricesOn && may(me.data, 'payments') && (
            <p>
              <Link to="/till/$visitId" params={{ visitId: last.visit.id }} className="tap">
                <Trans>Take the payment</Trans>
              </Link>
            </p>
          )}
        </Notice>
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
      <FormShell
        key={`${turn} ${person?.id}`}
        error={register.error}
        pending={register.isPending}
        check={() => (tests.length === 0 ? { testType: [t`Choose at least one test`] } : {})}
        onSubmit={(data) => register.mutate(bodyOf(data, { testType: tests, naming, today }))}
      >
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
        <SelectField
          name="patientDetails.gender"
          label={t`Gender`}
          required
          placeholder={t`Select`}
          defaultValue={person?.sex}
          options={[
            { value: 'female', label: t`Female` },
            { value: 'male', label: t`Male` },
          ]}
        />
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
        {(person || (!mayFind && naming === 'named')) && (
          <TextField
            name="personNumber"
            label={t`Person number`}
            optional={person === null}
            hint={
              person
                ? t`Links this visit to their earlier results.`
                : t`For somebody who was here before: it links this visit to their earlier results. It is on their report and on the page of an earlier appointment.`
            }
            maxLength={40}
            autoComplete="off"
            readOnly={person !== null}
            defaultValue={person?.number}
          />
        )}
        <MultiSelect
          name="testType"
          label={t`Tests`}
          choices={catalogue.map(({ name, label }) => ({ value: name, label }))}
          chosen={tests}
          onChange={setTests}
          placeholder={t`Type to find a test`}
          nothingFound={t`No test fits`}
        />
        <OrderFields />
        <BillFields tests={tests} />
        <CheckboxField name="urgent" label={t`Urgent: call before everyone`} />
        <FormActions>
          <SubmitButton pending={register.isPending} pendingText={t`Registering …`}>
            <Trans>Register and give a number</Trans>
          </SubmitButton>
          {last && (
            <Button onClick={() => setLast(null)}>
              <Trans>Clear the last number</Trans>
            </Button>
          )}
        </FormActions>
      </FormShell>
    </Page>
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
      <TextField
        key={bornOn}
        name="patientDetails.age"
        label={t`Age`}
        hint={isKnown ? undefined : t`About how old they are, in years`}
        type="number"
        inputMode="numeric"
        min={0}
        max={130}
        required
        autoComplete="off"
        readOnly={bornOn !== ''}
        defaultValue={bornOn === '' ? person?.age : wholeYears(bornOn, today)}
      />
    </>
  )
}

function bodyOf(
  data: FormData,
  { testType, naming, today }: { testType: string[]; naming: Naming; today: string },
): BodyInput<typeof registerWalkIn> {
  const text = (name: string) => String(data.get(`patientDetails.${name}`) ?? '')
  const [mother, birthOrder] = [String(data.get('mother') ?? '').trim(), Number(data.get('birthOrder') ?? 0)]
  const personNumber = String(data.get('personNumber') ?? '').trim()
  const bornOn = String(data.get('bornOn') ?? '')
  const order = orderIn(data)
  const bill = billIn(data)
  return {
    patientDetails: {
      ...(naming === 'named' && { fullName: text('fullName') }),
      age: naming === 'baby' && bornOn !== '' ? wholeYears(bornOn, today) : Number(text('age')),
      gender: text('gender'),
      contact: text('contact'),
    },
    naming,
    ...(naming === 'baby' && mother !== '' && { mother }),
    ...(naming === 'baby' && birthOrder > 0 && { birthOrder }),
    ...(personNumber !== '' && { personNumber }),
    ...(bornOn !== '' && { bornOn }),
    testType,
    urgent: data.get('urgent') !== null,
    ...(order && { order }),
    ...(bill && { bill }),
  }
}
