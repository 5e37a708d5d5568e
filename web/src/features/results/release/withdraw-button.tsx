import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { retractResults } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField, TextArea } from '../../../ui/fields.tsx'

/** Takes released results back at once, for whoever may. Until there are new ones the report says that there are none. */
export function WithdrawButton({ taskId }: { taskId: string }) {
  const me = useQuery(queryFor(readProfile))
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const form = useResourceForm(retractResults, { start: { tasks: [taskId] }, onDone: close })
  if (!me.data?.permissions.includes('retract')) return null
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trans>Withdraw these results</Trans>
      </Button>
      <DialogForm
        form={form}
        open={open}
        onClose={close}
        title={t`Withdraw released results`}
        submit={t`Withdraw`}
      >
        <p>
          <Trans>
            A new version of the report says that they do not hold, and the patient is told. Earlier versions
            stay readable and are marked as replaced.
          </Trans>
        </p>
        <TextArea
          name="reason"
          label={t`Reason`}
          hint={t`The new report carries it, and the patient reads it.`}
          rows={3}
          maxLength={500}
          required
          data-first-focus=""
        />
        <CheckboxField
          name="wholeReport"
          label={t`Everything that the visit's report shows, not only this test`}
        />
      </DialogForm>
    </>
  )
}
