import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import type { FormAnalyte } from '#contract/results.ts'
import type { CultureSpecimen } from '#contract/susceptibility.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { type Draft, mostIsolates, newIsolate } from './culture-draft.ts'
import { IsolateCard } from './isolate-card.tsx'

/** The growth and the isolates of a reading. */
export function ReadingFields({
  draft,
  analytes,
  specimen,
  setup,
  readOnly,
  onChange,
}: {
  draft: Draft
  analytes: readonly FormAnalyte[]
  specimen: CultureSpecimen
  setup: MicrobiologySetup
  readOnly: boolean
  onChange: (draft: Draft) => void
}) {
  return (
    <>
      <Card className="stack gap-3" aria-label={t`Growth and Gram stain`}>
        <div className="cols-fit-180 grid items-start gap-3">
          {analytes.map((analyte) => (
            <Value
              key={analyte.code}
              analyte={analyte}
              typed={draft.values[analyte.code] ?? ''}
              readOnly={readOnly}
              onType={(text) => onChange({ ...draft, values: { ...draft.values, [analyte.code]: text } })}
            />
          ))}
        </div>
      </Card>
      {draft.isolates.map((isolate) => (
        <IsolateCard
          key={isolate.number}
          isolate={isolate}
          specimen={specimen}
          setup={setup}
          readOnly={readOnly}
          onChange={(changed) =>
            onChange({
              ...draft,
              isolates: draft.isolates.map((one) => (one.number === changed.number ? changed : one)),
            })
          }
          onRemove={() =>
            onChange({
              ...draft,
              isolates: draft.isolates.filter(({ number }) => number !== isolate.number),
            })
          }
        />
      ))}
      {!readOnly && draft.isolates.length < mostIsolates && (
        <p>
          <Button
            onClick={() => onChange({ ...draft, isolates: [...draft.isolates, newIsolate(draft.isolates)] })}
          >
            <PlusIcon />
            <Trans>Add an isolate</Trans>
          </Button>
        </p>
      )}
    </>
  )
}

function Value({
  analyte,
  typed,
  readOnly,
  onType,
}: {
  analyte: FormAnalyte
  typed: string
  readOnly: boolean
  onType: (text: string) => void
}) {
  const { code, name, options } = analyte
  const shared = { name: `values.${code}`, label: name, value: typed }
  return options.length > 0 ? (
    <SelectField
      {...shared}
      placeholder="–"
      disabled={readOnly}
      options={options.map((option) => ({ value: option, label: option }))}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  ) : (
    <TextField
      {...shared}
      maxLength={500}
      autoComplete="off"
      readOnly={readOnly}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
