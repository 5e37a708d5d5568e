import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import {
  type NotificationChannel,
  type NotificationTopic,
  notificationChannels,
  notificationTopics,
  readPreferences,
  savePreferences,
} from '#contract/notifications.ts'
import { notificationMethodLabels, notificationMethods } from '#contract/options.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PushDevices } from './push-devices.tsx'

const topicLabels: Readonly<Record<NotificationTopic, string>> = {
  visits: t`Visits booked, changed or cancelled`,
  reminders: t`Reminders before a visit`,
  results: t`Results ready or corrected`,
}
const channelLabels: Readonly<Record<NotificationChannel, string>> = {
  ...notificationMethodLabels,
  app: t`In the app only`,
}

const about = {
  visits: t`How we notify you about your visits: confirmations, changes, and when results are ready.`,
  staff: t`How we notify you.`,
}

/** How somebody hears of their visits: one preferred method, and for each kind another where they want it. */
export function PreferencesScreen({ topicsToo = true }: { topicsToo?: boolean }) {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(queryFor(readPreferences))
  const form = useResourceForm(savePreferences, {
    start: { method: data.method, topics: data.topics },
    body: ({ method, topics }) => ({
      method,
      topics: Object.fromEntries(
        Object.entries(topics).map(([topic, channel]) => [topic, channel || null]),
      ) as typeof topics,
    }),
    onDone: ({ preferences }) => queryClient.setQueryData(keyOf(readPreferences), preferences),
  })
  const { method = data.method, topics = data.topics } = form.watch()
  const methods = notificationMethods.map((value) => ({
    value,
    label: translated(notificationMethodLabels[value]),
    disabled: !data.connected.includes(value),
  }))
  const missing = methods.filter(({ disabled }) => disabled).map(({ label }) => label)
  const wantsPush = method === 'push' || Object.values(topics).includes('push')
  const wantsSms = method === 'sms' || Object.values(topics).includes('sms')
  return (
    <Screen
      measure="text"
      title={t`Notifications`}
      about={[
        topicsToo ? about.visits : about.staff,
        t`Whatever you choose, results and security messages also stay under the bell above.`,
      ].join(' ')}
    >
      <ResourceForm form={form}>
        <SelectField
          name="method"
          label={t`Preferred method`}
          hint={missing.length > 0 && sayMissing(missing)}
          options={methods}
        />
        {wantsSms && data.noSms !== null && (
          <Notice kind="warning">
            <p>
              <Trans>{data.noSms} Until then we write by e-mail.</Trans>
            </p>
          </Notice>
        )}
        {wantsPush && data.noPush !== null && (
          <Notice kind="warning">
            <p>
              <Trans>{data.noPush} Turn it on below; until then we write by e-mail.</Trans>
            </p>
          </Notice>
        )}
        {topicsToo &&
          notificationTopics.map((topic) => (
            <SelectField
              key={topic}
              name={`topics.${topic}`}
              label={topicLabels[topic]}
              options={[
                { value: '', label: t`Preferred method` },
                ...notificationChannels.map((value) => ({
                  value,
                  label: channelLabels[value],
                  disabled: value !== 'app' && !data.connected.includes(value),
                })),
              ]}
            />
          ))}
        <FormActions>
          <SubmitButton>
            <Trans>Save Preferences</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
      <PushDevices />
    </Screen>
  )
}

function sayMissing(missing: readonly string[]): string {
  const methods = sayList(missing, 'disjunction')
  return t`This laboratory cannot send ${methods} yet.`
}
