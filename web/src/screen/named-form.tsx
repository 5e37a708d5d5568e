import { t } from '@lingui/core/macro'
import type { ComponentProps, ReactNode } from 'react'
import { CheckboxField, TextField } from '../ui/fields.tsx'
import { DialogForm } from './dialog-form.tsx'

/** A form in a dialog that adds an object, or changes `of`. It has the object's `name` as the first field, of at most `most` characters. */
export function NamedForm({
  of,
  adds,
  most = 120,
  nameHint,
  ended,
  children,
  ...dialog
}: Omit<ComponentProps<typeof DialogForm>, 'title' | 'submit' | 'children'> & {
  of: { name: string } | null
  /** The title if it adds an object. */
  adds?: string
  most?: number
  nameHint?: string
  /** The label of the last field, `ended`, with which a change ends the use of the object. */
  ended?: string
  children?: ReactNode
}) {
  return (
    <DialogForm {...dialog} title={of ? t`Change ${of.name}` : adds} submit={of ? t`Save Changes` : t`Add`}>
      <TextField
        name="name"
        label={t`Name`}
        {...(nameHint !== undefined && { hint: nameHint })}
        required
        maxLength={most}
        autoComplete="off"
        data-first-focus=""
      />
      {children}
      {of && ended !== undefined && <CheckboxField name="ended" label={ended} />}
    </DialogForm>
  )
}
