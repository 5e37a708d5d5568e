import type { collectionPlan } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { FieldGroup } from '../../../ui/field-group.tsx'
import { CheckboxField } from '../../../ui/fields.tsx'
import { TubeCap } from './tube-cap.tsx'
import css from './tubes-to-draw.module.css'

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
      label="To collect, in this order"
      hint={kinds.length > 1 ? 'Leave out what the patient brings later.' : undefined}
    >
      {kinds.map((kind) => (
        <div key={kind} className={css.kind}>
          {kinds.length > 1 && (
            <CheckboxField
              name={`collections.${kind}`}
              label={<strong className={css.name}>{kind} now</strong>}
              checked={!left.includes(kind)}
              onChange={({ currentTarget: { checked } }) =>
                onLeft(checked ? left.filter((one) => one !== kind) : [...left, kind])
              }
            />
          )}
          <ol className={css.tubes} aria-label={`Tubes: ${kind}`}>
            {tubes
              .filter(({ collection }) => collection === kind)
              .map((tube) => (
                <li key={tube.tube} className={left.includes(kind) ? css.later : css.tube}>
                  <TubeCap tube={tube.tube} size={48} />
                  <div>
                    <p className={css.what}>{tube.tube}</p>
                    <p className={css.soft}>{tube.specimen}</p>
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
