import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import { correctResults } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/fields.tsx'

/** Opens released results again. The report keeps the reason. */
export function CorrectButton({ taskId }: { taskId: string }) {
  const [open, setOpen] = useState(false)
  const me = useQuery(queryFor(readProfile))
  const whyNot = me.data && !may(me.data, 'release') ? whyNotPermitted('release') : null
  const close = () => setOpen(false)
  const form = useResourceForm(correctResults, { params: { id: taskId }, onDone: close })
  return (
    <>
      <Button whyNot={whyNot} onClick={() => setOpen(true)}>
        <Trans>Correct these results</Trans>
      </Button>
      <DialogForm
        form={form}
        open={open}
        onClose={close}
        title={t`Correct released results`}
        submit={t`Open for correction`}
      >
        <TextArea
          name="reason"
          label={t`Reason`}
          hint={t`The new report carries it. Until that is released, everyone reads the report as it is.`}
          rows={3}
          maxLength={500}
          required
          data-first-focus=""
        />
      </DialogForm>
    </>
  )
}
