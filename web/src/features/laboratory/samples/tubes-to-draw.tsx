import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { collectionPlan } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { FieldGroup } from '../../../ui/field-group.tsx'
import { CheckboxField } from '../../../ui/fields.tsx'
import { TubeCap } from './tube-cap.tsx'

type Tube = ResponseOf<typeof collectionPlan>['tubes'][number]

/** The tubes in the order of draw. Where there are several kinds of specimen, one can be left for later. */
export function TubesToDraw({
  tubes,
  left,
  onLeft,
}: {
  tubes: readonly Tube[]
  left: readonly string[]
  onLeft: (left: readonly string[]) => void
}) {
  const kinds = [...new Set(tubes.map(({ collection }) => collection))]
  return (
    <FieldGroup
      name="collections"
      label={t`To collect, in this order`}
      hint={kinds.length > 1 ? t`Leave out what the patient brings later.` : undefined}
    >
      {kinds.map((kind) => (
        <div key={kind}>
          {kinds.length > 1 && (
            <CheckboxField
              name={`collections.${kind}`}
              label={
                <strong className="inline-block first-letter:uppercase">
                  <Trans>{kind}: collect now</Trans>
                </strong>
              }
              checked={!left.includes(kind)}
              onChange={({ currentTarget: { checked } }) =>
                onLeft(checked ? left.filter((one) => one !== kind) : [...left, kind])
              }
            />
          )}
          <ol className="cols-fill-300 grid gap-2" aria-label={t`Tubes: ${kind}`}>
            {tubes
              .filter(({ collection }) => collection === kind)
              .map((tube) => (
                <li
                  key={tube.tube}
                  className={
                    left.includes(kind)
                      ? 'flex gap-3 rounded border border-dashed bg-sunk px-3 py-2 [&_p]:text-ink-soft'
                      : 'flex gap-3 rounded border px-3 py-2'
                  }
                >
                  <TubeCap tube={tube.tube} size={48} />
                  <div>
                    <p className="font-600">{tube.tube}</p>
                    <p className="hint">{tube.specimen}</p>
                    <p>{tube.tests.join(', ')}</p>
                  </div>
                </li>
              ))}
          </ol>
        </div>
      ))}
    </FieldGroup>
  )
}
