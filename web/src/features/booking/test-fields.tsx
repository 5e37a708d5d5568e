import { priorities } from '#contract/options.ts'
import type { BookableTest } from '#contract/sites.ts'
import { SelectField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { choicesOf } from './choices-of.ts'
import { testChoices } from './test-choices.ts'
import type { Offer } from './use-offer.ts'
import type { VisitDraft } from './visit-draft.ts'
import css from './visit-form.module.css'
import { VisitOutline } from './visit-outline.tsx'

/** Which tests, how long they take with what to do before, and how urgent: for patients and for whoever books for them. */
export function TestFields({
  draft,
  offer,
  catalogue,
  label,
  priorityHint,
  change,
}: {
  draft: Pick<VisitDraft, 'tests' | 'priority'>
  offer: Offer
  catalogue: readonly BookableTest[]
  label: string
  priorityHint?: string
  change: (changes: Partial<Pick<VisitDraft, 'tests' | 'priority'>>) => void
}) {
  return (
    <>
      <div className={css.tests}>
        <MultiSelect
          name="testType"
          label={label}
          placeholder="Search or choose tests"
          nothingFound="No test of this name. Try a part of it."
          choices={testChoices(catalogue, draft.tests)}
          chosen={draft.tests}
          onChange={(tests) => change({ tests })}
        />
        <VisitOutline answer={draft.tests.length > 0 && !offer.loading ? offer.answer : undefined} />
      </div>
      <SelectField
        name="priority"
        label="Priority"
        {...(priorityHint !== undefined && { hint: priorityHint })}
        options={choicesOf(priorities)}
        value={draft.priority}
        onChange={(event) =>
          change({ priority: priorities.find((one) => one === event.target.value) ?? draft.priority })
        }
      />
    </>
  )
}
