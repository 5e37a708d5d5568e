import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readInsightMail, saveInsightMail } from '#contract/insights.ts'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { CheckboxField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './insights.module.css'

/** Whether the report of each month comes by e-mail. Saved when it is ticked. */
export function MonthlyMail() {
  const client = useQueryClient()
  const { data } = useQuery(queryFor(readInsightMail))
  const save = useMutation({
    mutationFn: (monthly: boolean) => call(saveInsightMail, { body: { monthly } }),
    onSuccess: (saved) => {
      client.setQueryData(keyOf(readInsightMail), saved)
      toast(
        'success',
        saved.monthly ? 'You will get the report of each month.' : 'You will get no more reports.',
      )
    },
    onError: (error) => toast('error', errorText(error, 'This could not be saved. Try again.')),
  })
  if (!data) return null
  return (
    <div className={css.section}>
      <CheckboxField
        name="monthly"
        label="Send me last month’s report by e-mail, on the first morning of each month"
        checked={save.isPending ? save.variables : data.monthly}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
    </div>
  )
}
