import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readInsightMail, saveInsightMail } from '#contract/insight-reports.ts'
import { messages } from '#contract/messages.ts'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { CheckboxField } from '../../ui/fields.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { Trouble } from './insights-states.tsx'

/** Whether the report of each month comes by e-mail. Saved when it is ticked. */
export function MonthlyMail() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(queryFor(readInsightMail))
  /** What is being saved: known at once, or the box would fall back until the mutation is heard of. */
  const [asked, setAsked] = useState<boolean | null>(null)
  const save = useCall((monthly: boolean) => call(saveInsightMail, { body: { monthly } }), {
    says: false,
    onDone: (saved) => {
      client.setQueryData(keyOf(readInsightMail), saved)
      toast(
        'success',
        saved.monthly ? t`You will get the report of each month.` : t`You will get no more reports.`,
      )
    },
    saysRefusal: (error) => errorText(error, t`This could not be saved. Try again.`),
    onSettled: () => setAsked(null),
  })
  if (!data) {
    return (
      <div className="flow-6 border-t py-8 max-sm:py-6">
        {error ? (
          <Trouble
            error={error}
            title={t`Whether the report comes by e-mail could not be loaded`}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonLines count={1} says={translated(messages.loading.any)} />
        )}
      </div>
    )
  }
  return (
    <div className="flow-6 border-t py-8 max-sm:py-6">
      <CheckboxField
        name="monthly"
        label={t`Send me last month’s report by e-mail, on the first morning of each month`}
        checked={asked ?? data.monthly}
        disabled={asked !== null}
        onChange={({ currentTarget: { checked } }) => {
          setAsked(checked)
          save.mutate(checked)
        }}
      />
    </div>
  )
}
