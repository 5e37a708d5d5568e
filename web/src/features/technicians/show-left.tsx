import { CheckboxField } from '../../ui/fields.tsx'
import css from './technicians-screen.module.css'

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
    <div className={css.filter}>
      <CheckboxField
        name="withLeft"
        label={`Show those who left (${count})`}
        checked={shown}
        onChange={(event) => onShow(event.currentTarget.checked)}
      />
    </div>
  )
}
