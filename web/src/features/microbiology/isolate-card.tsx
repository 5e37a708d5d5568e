import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import {
  type CultureSpecimen,
  type GrowthAmount,
  growthAmountNames,
  growthAmounts,
  organismGroupNames,
  organismGroups,
} from '#contract/susceptibility.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { AntibiogramGrid } from './antibiogram-grid.tsx'
import { type DraftIsolate, withPanel } from './culture-draft.ts'

/** An isolate: what it is, how much grew, and its antibiogram. */
export function IsolateCard({
  isolate,
  specimen,
  setup,
  readOnly,
  onChange,
  onRemove,
}: {
  isolate: DraftIsolate
  specimen: CultureSpecimen
  setup: MicrobiologySetup
  readOnly: boolean
  onChange: (isolate: DraftIsolate) => void
  onRemove: () => void
}) {
  const id = useId()
  const { number, organism, amount, comment } = isolate
  // Colony counts are for urine.
  const amounts = growthAmountNames.filter((name) => {
    const isCount = name.includes('1e')
    return name === '' || name === amount || isCount === (specimen === 'urine')
  })
  return (
    <Card className="stack gap-3" aria-labelledby={`${id}-title`}>
      <div className="row justify-between gap-3">
        <h2 id={`${id}-title`} className="text-l">
          <Trans>Isolate {number}</Trans>
        </h2>
        {!readOnly && (
          <Button variant="plain" onClick={onRemove}>
            <Trans>Remove isolate {number}</Trans>
          </Button>
        )}
      </div>
      <div className="cols-fit-180 grid items-start gap-3">
        <SelectField
          name={`isolates.${number}.organism`}
          label={t`Organism`}
          placeholder={t`Choose the organism`}
          value={organism}
          disabled={readOnly}
          options={organismGroupNames.map((group) => ({
            label: translated(organismGroups[group]),
            options: setup.organisms
              .filter((one) => one.group === group && (!one.ended || one.code === organism))
              .map((one) => ({ value: one.code, label: one.name })),
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...isolate, organism: value, rows: withPanel(isolate.rows, value, setup) })
          }
        />
        <SelectField
          name={`isolates.${number}.amount`}
          label={t`Growth`}
          value={amount}
          disabled={readOnly}
          options={amounts.map((name) => ({ value: name, label: translated(growthAmounts[name]) }))}
          onChange={(event) => onChange({ ...isolate, amount: event.currentTarget.value as GrowthAmount })}
        />
        <TextField
          name={`isolates.${number}.comment`}
          label={t`Comment`}
          value={comment}
          maxLength={200}
          autoComplete="off"
          readOnly={readOnly}
          onChange={(event) => onChange({ ...isolate, comment: event.currentTarget.value })}
        />
      </div>
      {organism !== '' && (
        <AntibiogramGrid
          isolate={isolate}
          specimen={specimen}
          setup={setup}
          readOnly={readOnly}
          onChange={(rows) => onChange({ ...isolate, rows })}
        />
      )}
    </Card>
  )
}
