import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addClosure, type ClosurePreview, previewClosure } from '#contract/closures.ts'
import { settings } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { addDays, dayOf } from '../../lib/times.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import {
  atTheirFields,
  type Choices,
  choicesFor,
  deedsOf,
  sayDeeds,
  whyUndecided,
} from './touched-choices.ts'
import { TouchedList } from './touched-list.tsx'

type Times = {
  siteId: string
  whole: boolean
  fromDay: string
  fromTime: string
  toDay: string
  toTime: string
  reason: string
}

/** Closes a site for a time: first who is booked then and where each could go, then all of it in one action. */
export function NewClosureScreen() {
  const { data } = useSuspenseQuery(queryFor(settings))
  const sites = data.sites.filter(({ closedAt }) => closedAt === null)
  const navigate = useNavigate()
  const [times, setTimes] = useState<Times>(() => ({
    siteId: sites[0]?.id ?? '',
    whole: true,
    fromDay: addDays(dayOf(now(), sites[0]?.timeZone ?? 'UTC'), 1),
    fromTime: '07:00',
    toDay: addDays(dayOf(now(), sites[0]?.timeZone ?? 'UTC'), 1),
    toTime: '19:00',
    reason: '',
  }))
  const [preview, setPreview] = useState<ClosurePreview | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const change = (changes: Partial<Times>) => {
    setTimes((before) => ({ ...before, ...changes }))
    if (!('reason' in changes)) setPreview(null)
  }
  const look = useCall(() => call(previewClosure, { body: boundsOf(times) }), {
    says: false,
    onDone: (found) => {
      setPreview(found)
      setChoices((before) => choicesFor(found.visits, before))
    },
  })
  const form = useResourceForm(addClosure, {
    body: () => ({
      ...boundsOf(times),
      reason: times.reason,
      visits: preview ? deedsOf(preview.visits, choices) : [],
    }),
    check: () => (preview ? whyUndecided(preview.visits, choices) : {}),
    send: async (body) => (preview ? call(addClosure, { body }) : look.mutateAsync()),
    refusal: (error, { visits }) => atTheirFields(error, visits),
    onDone: (answer) => 'id' in answer && navigate({ to: '/manager-dashboard/settings/closures' }),
    onRefused: ({ code }) => {
      // The affected visits changed meanwhile: they are shown again, with the decisions that still apply.
      if (code === 'changed_meanwhile' || code === 'slot_taken') look.mutate()
    },
  })
  const zone = sites.find(({ id }) => id === times.siteId)?.timeZone ?? 'UTC'
  return (
    <ResourceForm form={form}>
      <Card aria-label={t`When`}>
        <h2 className="mb-4 text-l">
          <Trans>Close temporarily</Trans>
        </h2>
        <div className="stack gap-6">
          {sites.length > 1 && (
            <SelectField
              name="siteId"
              label={t`Site`}
              options={sites.map(({ id, name }) => ({ value: id, label: name }))}
              value={times.siteId}
              onChange={(event) => change({ siteId: event.target.value })}
            />
          )}
          <CheckboxField
            name="whole"
            label={t`Whole days`}
            checked={times.whole}
            onChange={(event) => change({ whole: event.target.checked })}
          />
          <div className="cols-fit-240 grid items-start gap-5">
            <DateField
              name="from"
              label={times.whole ? t`First day` : t`From, day`}
              required
              value={times.fromDay}
              onChange={(fromDay) => change({ fromDay, ...(times.toDay < fromDay && { toDay: fromDay }) })}
            />
            {!times.whole && (
              <TextField
                name="fromTime"
                label={t`From, time`}
                type="time"
                required
                value={times.fromTime}
                onChange={(event) => change({ fromTime: event.target.value })}
              />
            )}
            <DateField
              name="to"
              label={times.whole ? t`Last day` : t`Until, day`}
              required
              min={times.fromDay}
              value={times.toDay}
              onChange={(toDay) => change({ toDay })}
            />
            {!times.whole && (
              <TextField
                name="toTime"
                label={t`Until, time`}
                type="time"
                required
                value={times.toTime}
                onChange={(event) => change({ toTime: event.target.value })}
              />
            )}
          </div>
          <TextField
            name="reason"
            label={t`Reason`}
            hint={t`Shown to everybody who tries to book at this time, and to everybody who is asked to come at another time.`}
            required
            maxLength={200}
            value={times.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </div>
      </Card>
      {preview && (
        <TouchedList
          visits={preview.visits}
          zone={zone}
          choices={choices}
          none={t`Nobody is booked in this time.`}
          onChoose={(id, choice) => setChoices((before) => ({ ...before, [id]: choice }))}
        />
      )}
      <FormActions>
        <SubmitButton>
          {preview ? sayDeeds(t`Close`, preview.visits, choices) : t`See who is booked then`}
        </SubmitButton>
        <Button variant="plain" onClick={() => void navigate({ to: '/manager-dashboard/settings/closures' })}>
          <Trans>Cancel</Trans>
        </Button>
      </FormActions>
    </ResourceForm>
  )
}

/** Whole days end at the midnight that the day after begins with. */
function boundsOf({ siteId, whole, fromDay, fromTime, toDay, toTime }: Times) {
  return whole
    ? { siteId, from: `${fromDay}T00:00`, to: `${addDays(toDay, 1)}T00:00` }
    : { siteId, from: `${fromDay}T${fromTime}`, to: `${toDay}T${toTime}` }
}
