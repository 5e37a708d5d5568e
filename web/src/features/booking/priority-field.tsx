import { t } from '@lingui/core/macro'
import { priorities } from '#contract/options.ts'
import { SelectField } from '../../ui/fields.tsx'
import { choicesOf } from './choices-of.ts'
import type { VisitDraft } from './visit-draft.ts'

/** The priority of a visit, for patients and for staff who book for them. */
export function PriorityField({
  draft,
  hint,
  change,
}: {
  draft: Pick<VisitDraft, 'priority'>
  hint?: string
  change: (changes: Pick<VisitDraft, 'priority'>) => void
}) {
  return (
    <SelectField
      name="priority"
      label={t`Priority`}
      {...(hint !== undefined && { hint })}
      options={choicesOf(priorities)}
      value={draft.priority}
      onChange={(event) =>
        change({ priority: priorities.find((one) => one === event.target.value) ?? draft.priority })
      }
    />
  )
}
