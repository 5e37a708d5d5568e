import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { BodyInput, Endpoint } from '#contract/endpoint.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import type { AnyParams } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/fields.tsx'

/** Something that is done with a reason: asked for in a dialog, kept in the record. */
export function ReasonButton<E extends Endpoint>({
  children,
  title,
  about,
  field = 'reason',
  yes,
  no,
  danger = false,
  whyNot,
  endpoint,
  params,
  body,
}: {
  children: ReactNode
  title: string
  about: string
  /** Name of the reason in the call. */
  field?: string
  yes: string
  no: string
  danger?: boolean
  whyNot?: string | null
  endpoint: E
  params: AnyParams<E>
  /** What is sent beside the reason. */
  body?: Partial<BodyInput<E>>
}) {
  const dialog = useFormDialog(endpoint, { params, ...(body && { start: body }) })
  const look = danger && { variant: 'danger' as const }
  return (
    <>
      <Button {...look} whyNot={whyNot} onClick={dialog.show}>
        {children}
      </Button>
      <DialogForm {...dialog} title={title} leave={no} submit={yes} {...look}>
        <p>{about}</p>
        <TextArea name={field} label={t`Reason`} required rows={2} maxLength={500} data-first-focus="" />
      </DialogForm>
    </>
  )
}
