import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { cancelClinicOrder } from '#contract/clinic-orders.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { ReasonField } from '../../ui/reason-field.tsx'

export function CancelOrder({ id, code }: { id: string; code: string }) {
  const dialog = useFormDialog(cancelClinicOrder, { params: { id } })
  return (
    <DialogForm
      opener={{ variant: 'plain', children: t`Cancel the order` }}
      {...dialog}
      title={t`Cancel order ${code}?`}
      question
      leave={t`Keep`}
      variant="danger"
      submit={t`Cancel the order`}
    >
      <p>
        <Trans>A booked appointment is cancelled too. The order stays in the list as cancelled.</Trans>
      </p>
      <ReasonField required />
    </DialogForm>
  )
}
