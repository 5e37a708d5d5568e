import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import { closeCallback, noteTry, tryOutcomes } from '#contract/results.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { CheckboxField, SelectField, TextArea, TextField } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshLab } from '../refresh-lab.ts'
import { outcomeWords } from './callback-words.ts'

type Outcome = (typeof tryOutcomes)[number]

const reachedFirst = [...tryOutcomes].reverse()

/** A call about a critical value: who, how, and what came of it. Only what was read back closes the callback. */
export function CallForm({ id, onDone }: { id: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>('reached')
  const [readBack, setReadBack] = useState(false)
  const me = useQuery(queryFor(readProfile))
  const whyNot = me.data && !may(me.data, 'release') ? whyNotPermitted('release') : null
  const note = useMutation<{ message: string }, ApiError, FormData>({
    mutationFn: (data) => send(id, outcome, (field) => String(data.get(field) ?? '')),
    onSuccess: ({ message }) => {
      toast('success', message)
      onDone()
    },
    onSettled: () => void refreshLab(queryClient),
  })
  const told = outcome === 'reached'
  return (
    <FormShell error={note.error} pending={note.isPending} onSubmit={(data) => note.mutate(data)}>
      <TextField
        name={told ? 'toldTo' : 'called'}
        label={told ? 'Told to' : 'Called'}
        maxLength={200}
        autoComplete="off"
        required
        data-first-focus=""
      />
      <TextField
        name="way"
        label="Number or way"
        hint="The number that was called, or how else"
        optional
        maxLength={100}
        autoComplete="off"
      />
      <SelectField
        name="outcome"
        label="What came of it"
        options={reachedFirst.map((value) => ({ value, label: outcomeWords[value].choice }))}
        value={outcome}
        onChange={({ currentTarget: { value } }) =>
          setOutcome(tryOutcomes.find((one) => one === value) ?? 'reached')
        }
      />
      {told && (
        <CheckboxField
          name="readBack"
          label="They read the value back"
          checked={readBack}
          onChange={(event) => setReadBack(event.currentTarget.checked)}
        />
      )}
      <TextArea name="note" label="Note" optional rows={2} maxLength={500} />
      <FormActions>
        <SubmitButton
          pending={note.isPending}
          whyNot={whyNot ?? (told && !readBack ? 'The value must be read back to you first.' : null)}
        >
          {told ? 'Note the call' : 'Note the try'}
        </SubmitButton>
      </FormActions>
    </FormShell>
  )
}

function send(id: string, outcome: Outcome, field: (name: string) => string) {
  const how = { way: field('way'), note: field('note') }
  return outcome === 'reached'
    ? call(closeCallback, { params: { id }, body: { ...how, toldTo: field('toldTo'), readBack: true } })
    : call(noteTry, { params: { id }, body: { ...how, called: field('called'), outcome } })
}
