import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import {
  type CriticalValue,
  type CriticalVisit,
  closeCallbacks,
  noteCall,
  tryOutcomes,
} from '#contract/results.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { useCall } from '../../../screen/use-call.ts'
import { CheckboxField, SelectField, TextArea, TextField } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
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
  const namesId = useId()
  const [outcome, setOutcome] = useState<Outcome>('reached')
  const [readBack, setReadBack] = useState<readonly string[]>([])
  const me = useQuery(queryFor(readProfile))
  const told = outcome === 'reached'
  // A corrected value is another one: it has to be read back again.
  const allReadBack = values.every(({ id }) => readBack.includes(id))
  const note = useCall(
    (data: FormData) =>
      send(
        values.map(({ id }) => id),
        outcome,
        (field) => String(data.get(field) ?? ''),
      ),
    { onDone: () => onDone() },
  )
  const whyNot =
    me.data && !may(me.data, 'release')
      ? whyNotPermitted('release')
      : !isOpen
        ? t`The values were told or corrected meanwhile.`
        : told && !allReadBack
          ? values.length === 1
            ? t`The value must be read back to you first.`
            : t`Every value must be read back to you first.`
          : null
  return (
    <FormShell error={note.error} pending={note.isPending} onSubmit={(data) => note.mutate(data)}>
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
        label={told ? t`Told to` : t`Called`}
        maxLength={200}
        autoComplete="off"
        required
        list={namesId}
        value={who.name}
        onChange={({ currentTarget: { value: name } }) => onWho({ ...who, name })}
        data-first-focus=""
      />
      <datalist id={namesId}>
        {[...new Set(contacts?.map(({ name }) => name))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        name="way"
        label={t`Number or way`}
        hint={t`The number that was called, or how else`}
        optional
        maxLength={100}
        autoComplete="off"
        value={who.way}
        onChange={({ currentTarget: { value: way } }) => onWho({ ...who, way })}
      />
      <SelectField
        name="outcome"
        label={t`What came of it`}
        options={reachedFirst.map((value) => ({ value, label: outcomeWords[value].choice }))}
        value={outcome}
        onChange={({ currentTarget: { value } }) =>
          setOutcome(tryOutcomes.find((one) => one === value) ?? 'reached')
        }
      />
      <TextArea name="note" label={t`Note`} optional rows={2} maxLength={500} />
      <FormActions>
        <SubmitButton pending={note.isPending} whyNot={whyNot}>
          {told ? t`Note the call` : t`Note the try`}
        </SubmitButton>
      </FormActions>
    </FormShell>
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
            <>
              <Trans>
                They read the value back
                <span className="visually-hidden">
                  : {analyte} {value}
                </span>
              </Trans>
            </>
          }
          checked={readBack}
          onChange={(event) => onReadBack(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}

function send(callbacks: string[], outcome: Outcome, field: (name: string) => string) {
  const how = { callbacks, way: field('way'), note: field('note') }
  return outcome === 'reached'
    ? call(closeCallbacks, { body: { ...how, toldTo: field('toldTo'), readBack: true } })
    : call(noteCall, { body: { ...how, called: field('called'), outcome } })
}
