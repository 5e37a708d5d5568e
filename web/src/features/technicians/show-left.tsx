import { t } from '@lingui/core/macro'
import { CheckboxField } from '../../ui/fields.tsx'

/** Who has left is looked at only now and then. */
export function ShowLeft({
  count,
  shown,
  onShow,
}: {
  count: number
  shown: boolean
  onShow: (shown: boolean) => void
}) {
  if (count === 0) return null
  return (
    <div className="mb-4">
      <CheckboxField
        name="withLeft"
        label={t`Show those who left (${count})`}
        checked={shown}
        onChange={(event) => onShow(event.currentTarget.checked)}
      />
    </div>
  )
}
