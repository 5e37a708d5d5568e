import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import { correctResults } from '#contract/reports.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshLab } from '../refresh-lab.ts'

/** Opens released results again. The report keeps the reason. */
export function CorrectButton({ taskId }: { taskId: string }) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const me = useQuery(queryFor(readProfile))
  const whyNot = me.data && !may(me.data, 'release') ? whyNotPermitted('release') : null
  const correct = useMutation<{ message: string }, ApiError, string>({
    mutationFn: (reason) => call(correctResults, { params: { id: taskId }, body: { reason } }),
    onSuccess: ({ message }) => {
      toast('success', message)
      setOpen(false)
    },
    onSettled: () => void refreshLab(queryClient),
  })
  return (
    <>
      <Button whyNot={whyNot} onClick={() => setOpen(true)}>
        <Trans>Correct these results</Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Correct released results`}>
        <FormShell
          error={correct.error}
          pending={correct.isPending}
          onSubmit={(data) => correct.mutate(String(data.get('reason') ?? ''))}
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
          <FormActions>
            <SubmitButton pending={correct.isPending}>
              <Trans>Open for correction</Trans>
            </SubmitButton>
          </FormActions>
        </FormShell>
      </Dialog>
    </>
  )
}
