import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { retractResults } from '#contract/reports.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField, TextArea } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshLab } from '../refresh-lab.ts'

/** Takes released results back at once, for whoever may. Until there are new ones the report says that there are none. */
export function WithdrawButton({ taskId }: { taskId: string }) {
  const queryClient = useQueryClient()
  const me = useQuery(queryFor(readProfile))
  const [open, setOpen] = useState(false)
  const withdraw = useMutation<{ message: string }, ApiError, { reason: string; wholeReport: boolean }>({
    mutationFn: (body) => call(retractResults, { body: { tasks: [taskId], ...body } }),
    onSuccess: ({ message }) => {
      toast('success', message)
      setOpen(false)
    },
    onSettled: () => void refreshLab(queryClient),
  })
  if (!me.data?.permissions.includes('retract')) return null
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trans>Withdraw these results</Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Withdraw released results`}>
        <FormShell
          error={withdraw.error}
          pending={withdraw.isPending}
          onSubmit={(data) =>
            withdraw.mutate({
              reason: String(data.get('reason') ?? ''),
              wholeReport: data.get('wholeReport') !== null,
            })
          }
        >
          <p>
            <Trans>
              A new version of the report says that they do not hold, and the patient is told. Earlier
              versions stay readable and are marked as replaced.
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
          <FormActions>
            <SubmitButton pending={withdraw.isPending}>
              <Trans>Withdraw</Trans>
            </SubmitButton>
          </FormActions>
        </FormShell>
      </Dialog>
    </>
  )
}
