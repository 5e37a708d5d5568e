import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  addIntervalVersion,
  type CatalogueAnalyte,
  type IntervalVersion,
  readAnalyte,
} from '#contract/catalogue.ts'
import type { Interval } from '#contract/interval-rules.ts'
import { queryFor, renew } from '../../api/queries.ts'
import { dayOf } from '../../lib/times.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { useNow } from '../../ui/use-now.ts'
import { answersOf, judgementsOf } from './answer-rows.ts'
import { AnswersTable } from './answers-table.tsx'
import { bandsOf, faultsOf, rowsOf } from './band-rows.ts'
import { BandsChart } from './bands-chart.tsx'
import { BandsTable } from './bands-table.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { usePreview } from './use-preview.ts'

/**
 * The limits of an analyte as a table to type in, drawn as they are typed, with what they would change. Saving adds a
 * version; nothing that was is changed.
 */
export function IntervalForm({
  analyte,
  start,
  zone,
  onEdited,
  onUndo,
}: {
  analyte: CatalogueAnalyte
  /** The version whose limits stand in the table at first: the latest, or an older one that somebody took up. */
  start: IntervalVersion
  zone: string
  onEdited: (edited: boolean) => void
  onUndo: () => void
}) {
  const queryClient = useQueryClient()
  const { code, decimals, options } = analyte
  const params = { code }
  const latest = analyte.intervals[0] ?? start
  const table = useTable(analyte, start)
  const [source, setSource] = useState(start.source)
  const changed =
    JSON.stringify(table.typed) !== JSON.stringify(typedOf(analyte, latest)) || source !== latest.source
  const faults = faultsOf(analyte, table.interval, table.unread)
  const sound = Object.keys(faults).length === 0
  const preview = usePreview(code, sound ? table.interval : null)
  const form = useResourceForm(addIntervalVersion, {
    params,
    check: () => faults,
    body: ({ reason, validFrom }) => ({
      ranges: [...table.interval.ranges],
      normalOptions: table.interval.normalOptions && [...table.interval.normalOptions],
      criticalOptions: table.interval.criticalOptions && [...table.interval.criticalOptions],
      follows: latest.version,
      reason,
      source,
      ...(validFrom && { validFrom }),
    }),
    onDone: ({ analyte: saved }) =>
      queryClient.setQueryData(queryFor(readAnalyte, { params }).queryKey, saved),
  })
  useEffect(() => onEdited(changed), [changed, onEdited])
  const now = useNow()
  return (
    <ResourceForm form={form}>
      {analyte.kind === 'quantity' ? (
        <>
          <BandsChart
            ranges={table.interval.ranges}
            decimals={decimals}
            measured={preview.isAbout ? preview.data?.bands : undefined}
          />
          <BandsTable
            rows={table.typed.rows}
            unit={analyte.unit}
            disabled={form.pending}
            onChange={table.setRows}
          />
        </>
      ) : (
        <AnswersTable
          options={options}
          chosen={table.typed.chosen}
          disabled={form.pending}
          onChange={table.setChosen}
        />
      )}
      <PreviewPanel
        preview={preview}
        sound={sound}
        changed={changed}
        ranges={table.interval.ranges}
        decimals={decimals}
      />
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1.4fr)_minmax(0,1fr)] items-start gap-5 max-lg:grid-cols-1">
        <TextArea
          name="source"
          label={t`Source`}
          rows={3}
          required
          maxLength={1000}
          hint={t`Where the limits come from: a publication, the maker of the method, a study of your own.`}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        <TextField
          name="reason"
          label={t`Reason`}
          required={changed}
          maxLength={500}
          autoComplete="off"
          hint={t`Why they change; kept with the version.`}
        />
        <DateField
          name="validFrom"
          label={t`In force from`}
          optional
          min={dayOf(now, zone)}
          hint={t`From the beginning of that day; left empty, from now on.`}
        />
      </div>
      <FormActions>
        <SubmitButton whyNot={changed ? null : t`Nothing is changed yet.`}>
          <Trans>Save as a new version</Trans>
        </SubmitButton>
        {form.error?.code === 'changed_meanwhile' ? (
          <Button onClick={() => void renew(addIntervalVersion)}>
            <Trans>Reload and discard what is typed here</Trans>
          </Button>
        ) : (
          changed && (
            <Button onClick={onUndo}>
              <Trans>Discard what is typed</Trans>
            </Button>
          )
        )}
      </FormActions>
    </ResourceForm>
  )
}

/** What stands in the fields. */
function typedOf({ decimals, options }: CatalogueAnalyte, interval: Interval) {
  return { rows: rowsOf(interval.ranges, decimals), chosen: judgementsOf(options, interval) }
}

function useTable(analyte: CatalogueAnalyte, start: IntervalVersion) {
  const [typed, setTyped] = useState(() => typedOf(analyte, start))
  const { ranges, unread } = bandsOf(typed.rows, analyte.decimals)
  const interval: Interval =
    analyte.kind === 'quantity'
      ? { ranges, normalOptions: null, criticalOptions: null }
      : answersOf(analyte.options, typed.chosen)
  return {
    typed,
    interval,
    unread,
    setRows: (rows: typeof typed.rows) => setTyped({ ...typed, rows }),
    setChosen: (chosen: typeof typed.chosen) => setTyped({ ...typed, chosen }),
  }
}
