import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Attachment, listAttachments, placeAttachment } from '#contract/attachments.ts'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { keyOf } from '../../../api/queries.ts'
import { CheckboxField } from '../../../ui/fields.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Whether a file is part of the report. */
export function InReport({
  file: { id, name, inReport },
  whyNotChange,
}: {
  file: Attachment
  whyNotChange: string | null
}) {
  const queryClient = useQueryClient()
  const place = useMutation<{ message: string }, Error, boolean>({
    mutationFn: (wanted) => call(placeAttachment, { params: { id }, body: { inReport: wanted } }),
    onSuccess: ({ message }) => toast('success', message),
    onError: (error) => toast('error', errorText(error, t`It was not changed. Try again.`)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listAttachments) }),
  })
  if (whyNotChange !== null) {
    return (
      inReport && (
        <p className="hint wrap-anywhere">
          <Trans>Part of the report</Trans>
        </p>
      )
    )
  }
  return (
    <CheckboxField
      name={`in-report-${id}`}
      label={t`Part of the report`}
      aria-label={t`${name} is part of the report`}
      checked={place.isPending ? place.variables : inReport}
      disabled={place.isPending}
      onChange={({ currentTarget }) => place.mutate(currentTarget.checked)}
    />
  )
}
