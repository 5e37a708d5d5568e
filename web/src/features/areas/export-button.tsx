import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { QueryInput } from '#contract/endpoint.ts'
import { exportAppointments } from '#contract/transfer.ts'
import { errorText } from '../../api/api-error.ts'
import { callForResponse } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'

/** The list as it is filtered, all of its pages, as a CSV file. */
export function ExportButton({ query }: { query: QueryInput<typeof exportAppointments> }) {
  const take = useMutation({
    mutationFn: async () => {
      const response = await callForResponse(exportAppointments, { query })
      saveFile(await response.blob(), 'appointments.csv')
    },
    onError: (error) => toast('error', errorText(error, t`The list could not be loaded. Try again.`)),
  })
  return (
    <div className="mb-4">
      <Button pending={take.isPending} onClick={() => take.mutate()}>
        <Trans>Download as CSV</Trans>
      </Button>
    </div>
  )
}
