import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { cancelClinicOrder } from '#contract/clinic-orders.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'

export function CancelOrder({ id, code }: { id: string; code: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const form = useResourceForm(cancelClinicOrder, { params: { id }, onDone: close })
  return (
    <>
      <Button variant="plain" onClick={() => setOpen(true)}>
        <Trans>Cancel the order</Trans>
      </Button>
      <DialogForm
        form={form}
        open={open}
        onClose={close}
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
    </>
  )
}
