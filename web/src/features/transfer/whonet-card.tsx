import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { exportWhonet } from '#contract/antibiogram.ts'
import { callForResponse } from '../../api/client.ts'
import { browserZone, dayOf } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateRange, useYear } from '../../ui/date-range.tsx'
import { CheckboxField } from '../../ui/fields.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useNow } from '../../ui/use-now.ts'

/** The isolates of a period as WHONET reads them. */
export function WhonetCard() {
  const today = dayOf(useNow(), browserZone())
  const { days, onChange } = useYear(today)
  const [names, setNames] = useState(false)
  const take = useCall(
    async () => {
      const response = await callForResponse(exportWhonet, {
        query: { ...days, names: names ? 'true' : 'false' },
      })
      saveFile(await response.blob(), `whonet-${days.from}-${days.to}.csv`)
    },
    { says: false, saysRefusal: true },
  )
  return (
    <Card aria-label={t`Export for WHONET`} className="grid min-w-0 gap-4 *:min-w-0">
      <h2 className="text-l">
        <Trans>Isolates for WHONET</Trans>
      </h2>
      <p className="max-w-[65ch] text-ink-soft">
        <Trans>
          A CSV file with the field names of WHONET: all isolates in final results, with all tested
          antibiotics. The period counts by the day of collection.
        </Trans>
      </p>
      <div className="cols-fit-180 grid gap-4">
        <DateRange {...days} onChange={onChange} />
      </div>
      <CheckboxField
        name="names"
        label={t`Include names and dates of birth`}
        checked={names}
        onChange={(event) => setNames(event.currentTarget.checked)}
      />
      <p>
        <Button pending={take.isPending} onClick={() => take.mutate()}>
          <Trans>Download for WHONET</Trans>
        </Button>
      </p>
    </Card>
  )
}
