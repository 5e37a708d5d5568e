import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { endCalendarFeed, makeCalendarFeed, readCalendarFeed } from '#contract/calendar-feed.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { When } from '../../ui/when.tsx'

/** The secret address at which a calendar program reads the patient's visits. It is shown once, after it was made. */
export function CalendarFeed() {
  const { data } = useQuery(queryFor(readCalendarFeed))
  const make = useCall(() => call(makeCalendarFeed), { says: false, saysRefusal: true })
  const end = useCall(() => call(endCalendarFeed), { saysRefusal: true, onDone: () => make.reset() })
  if (!data) return null
  return (
    <section className="mt-8 grid gap-3">
      <h2>
        <Trans>Visits in your calendar</Trans>
      </h2>
      <p>
        <Trans>
          Your calendar app can read your visits at a secret address: their time and place, but not the tests.
          Anyone who has the address can read them.
        </Trans>
      </p>
      {make.data && (
        <TextArea
          name="calendar_address"
          label={t`Calendar address`}
          hint={t`Subscribe to it in your calendar app. It is not shown again.`}
          readOnly
          rows={3}
          value={make.data.address}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {data.createdAt && !make.data && (
        <p className="hint">
          <Trans>
            You created an address <When at={data.createdAt} zone={browserZone()} />. A new one replaces it.
          </Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button pending={make.isPending} onClick={() => make.mutate()}>
          {data.createdAt ? <Trans>Create a new address</Trans> : <Trans>Create a calendar address</Trans>}
        </Button>
        {data.createdAt && (
          <Button variant="danger" pending={end.isPending} onClick={() => end.mutate()}>
            <Trans>Stop the address</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}
