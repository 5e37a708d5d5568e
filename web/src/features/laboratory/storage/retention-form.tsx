import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { changeRetention, readRetention } from '#contract/storage.ts'
import { queryFor } from '../../../api/queries.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { TextField } from '../../../ui/fields.tsx'

/** The retention time of each specimen in days. */
export function RetentionForm({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(queryFor(readRetention))
  return data ? <Days specimens={data.specimens} onClose={onClose} /> : null
}

function Days({
  specimens,
  onClose,
}: {
  specimens: readonly { specimen: string; days: number | null }[]
  onClose: () => void
}) {
  const form = useResourceForm(changeRetention, {
    body: (held) => {
      const { each = {} } = held as { each?: Record<string, number | '' | undefined> }
      return {
        specimens: specimens.map(({ specimen, days }, index) => {
          const typed = index in each ? each[index] : days
          return { specimen, days: typeof typed === 'number' ? typed : null }
        }),
      }
    },
    onDone: onClose,
  })
  return (
    <DialogForm form={form} scope="retention" onClose={onClose} title={t`Retention time`} submit={t`Save`}>
      <p className="hint">
        {t`Days from collection. Tubes of a specimen without a number of days are never due for disposal.`}
      </p>
      {specimens.map(({ specimen, days }, index) => (
        <TextField
          key={specimen}
          name={`each.${index}`}
          label={specimen}
          type="number"
          inputMode="numeric"
          min={1}
          max={3650}
          optional
          {...(days !== null && { defaultValue: days })}
        />
      ))}
    </DialogForm>
  )
}
