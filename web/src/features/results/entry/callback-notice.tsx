import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/identity.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import { closeCallback, type ResultForm } from '#contract/results.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField, TextArea, TextField } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'
import { When } from '../../../ui/when.tsx'
import { refreshLab } from '../refresh-lab.ts'
import css from './entry-panel.module.css'

type Callback = ResultForm['callbacks'][number]

/** A critical value: by when somebody must be told, or who was. */
export function CallbackNotice({ callback, zone }: { callback: Callback; zone: string }) {
  const [open, setOpen] = useState(false)
  const { analyte, value, dueAt, toldTo, toldAt, toldBy } = callback
  if (toldAt !== null) {
    return (
      <Notice kind="ok" className={css.notice}>
        <p>
          {analyte}: {value} is critical. {toldTo} was told <When at={toldAt} zone={zone} distance={false} />{' '}
          by {toldBy}.
        </p>
      </Notice>
    )
  }
  return (
    <Notice kind="error" role="alert" className={css.notice}>
      <p>
        <strong>
          {analyte}: {value} is critical.
        </strong>{' '}
        Call whoever treats the patient by <When at={dueAt} zone={zone} />.
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Note the call about {analyte}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`${analyte}: ${value}. Who was told?`}>
        <CallForm id={callback.id} onDone={() => setOpen(false)} />
      </Dialog>
    </Notice>
  )
}

function CallForm({ id, onDone }: { id: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [readBack, setReadBack] = useState(false)
  const me = useQuery(queryFor(readProfile))
  const whyNot = me.data && !may(me.data, 'release') ? whyNotPermitted('release') : null
  const note = useMutation<{ message: string }, ApiError, FormData>({
    mutationFn: (data) =>
      call(closeCallback, {
        params: { id },
        body: {
          toldTo: String(data.get('toldTo') ?? ''),
          readBack: true,
          note: String(data.get('note') ?? ''),
        },
      }),
    onSuccess: ({ message }) => {
      toast('success', message)
      onDone()
    },
    onSettled: () => void refreshLab(queryClient),
  })
  return (
    <FormShell error={note.error} pending={note.isPending} onSubmit={(data) => note.mutate(data)}>
      <TextField
        name="toldTo"
        label="Told to"
        maxLength={200}
        autoComplete="off"
        required
        data-first-focus=""
      />
      <CheckboxField
        name="readBack"
        label="They read the value back"
        checked={readBack}
        onChange={(event) => setReadBack(event.currentTarget.checked)}
      />
      <TextArea name="note" label="Note" optional rows={2} maxLength={500} />
      <FormActions>
        <SubmitButton
          pending={note.isPending}
          whyNot={whyNot ?? (readBack ? null : 'The value must be read back to you first.')}
        >
          Note the call
        </SubmitButton>
      </FormActions>
    </FormShell>
  )
}
