import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Attachment, placeAttachment } from '#contract/attachments.ts'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'
import { CheckboxField } from '../../../ui/fields.tsx'

/** Whether a file is part of the report. */
export function InReport({
  file: { id, name, inReport },
  whyNotChange,
}: {
  file: Attachment
  whyNotChange: string | null
}) {
  const place = useCall(
    (wanted: boolean) => call(placeAttachment, { params: { id }, body: { inReport: wanted } }),
    { saysRefusal: (error) => errorText(error, t`It was not changed. Try again.`) },
  )
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
