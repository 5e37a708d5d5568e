import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import {
  type CriticalValue,
  type CriticalVisit,
  closeCallbacks,
  noteCall,
  tryOutcomes,
} from '#contract/results.ts'
import { queryFor } from '../../../api/queries.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { CheckboxField, SelectField, TextArea, TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { outcomeWords } from './callback-words.ts'

type Outcome = (typeof tryOutcomes)[number]
type Who = { name: string; way: string }

const reachedFirst = [...tryOutcomes].reverse()

/** A call about the critical values of a visit: who, how, and what came of it. Only what was read back closes them. */
export function CallForm({
  visit: { values, contacts },
  isOpen,
  who,
  onWho,
  onDone,
}: {
  visit: CriticalVisit
  isOpen: boolean
  who: Who
  onWho: (who: Who) => void
  onDone: () => void
}) {
  const [outcome, setOutcome] = useState<Outcome>('reached')
  const [readBack, setReadBack] = useState<readonly string[]>([])
  const me = useQuery(queryFor(readProfile))
  const told = outcome === 'reached'
  // A corrected value is another one: it has to be read back again.
  const allReadBack = values.every(({ id }) => readBack.includes(id))
  const form = useResourceForm(told ? closeCallbacks : noteCall, {
    body({ way, note, ...held }) {
      const how = { callbacks: values.map(({ id }) => id), way, note }
      return told
        ? { ...how, toldTo: String(held.toldTo), readBack: true as const }
        : { ...how, called: String(held.called), outcome: outcome as Exclude<Outcome, 'reached'> }
    },
    onDone,
  })
  const whyNot =
    me.data && !may(me.data, 'release')
      ? whyNotPermitted('release')
      : !isOpen
        ? t`The values were reported or corrected meanwhile.`
        : told && !allReadBack
          ? values.length === 1
            ? t`The value must be read back to you first.`
            : t`Every value must be read back to you first.`
          : null
  return (
    <ResourceForm form={form}>
      <fieldset className="stack min-w-0 gap-2">
        <legend className="mb-2 font-650 text-m tracking-normal">
          <Trans>Read out</Trans>
        </legend>
        {values.map((value) => (
          <ValueToTell
            key={value.id}
            value={value}
            asked={told}
            readBack={readBack.includes(value.id)}
            onReadBack={(on) =>
              setReadBack(on ? [...readBack, value.id] : readBack.filter((id) => id !== value.id))
            }
          />
        ))}
      </fieldset>
      <TextField
        name={told ? 'toldTo' : 'called'}
        label={told ? t`Reported to` : t`Called`}
        maxLength={200}
        autoComplete="off"
        required
        suggestions={contacts?.map(({ name }) => name)}
        value={who.name}
        onChange={({ currentTarget: { value: name } }) => onWho({ ...who, name })}
        data-first-focus=""
      />
      <TextField
        name="way"
        label={t`Phone number or other way`}
        hint={t`The number that was called, or how else`}
        optional
        maxLength={100}
        autoComplete="off"
        value={who.way}
        onChange={({ currentTarget: { value: way } }) => onWho({ ...who, way })}
      />
      <SelectField
        name="outcome"
        label={t`Outcome`}
        options={reachedFirst.map((value) => ({ value, label: outcomeWords[value].choice }))}
        value={outcome}
        onChange={({ currentTarget: { value } }) =>
          setOutcome(tryOutcomes.find((one) => one === value) ?? 'reached')
        }
      />
      <TextArea name="note" label={t`Note`} optional rows={2} maxLength={500} />
      <FormActions>
        <SubmitButton whyNot={whyNot}>{told ? t`Record the call` : t`Record the attempt`}</SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}

function ValueToTell({
  value: { id, analyte, value, limit, test },
  asked,
  readBack,
  onReadBack,
}: {
  value: CriticalValue
  asked: boolean
  readBack: boolean
  onReadBack: (on: boolean) => void
}) {
  return (
    <div className="rounded border-s-4 border-s-carmine bg-carmine-soft px-4 py-3">
      <p>
        <strong className="me-2 text-carmine text-l tabular-nums">
          {analyte} {value}
        </strong>{' '}
        <span className="hint">
          {limit !== null && `${limit}, `}
          {test}
        </span>
      </p>
      {asked && (
        <CheckboxField
          name={`readBack-${id}`}
          label={
            <Trans>
              They read the value back
              <span className="visually-hidden">
                : {analyte} {value}
              </span>
            </Trans>
          }
          checked={readBack}
          onChange={(event) => onReadBack(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}
