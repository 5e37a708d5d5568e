import { t } from '@lingui/core/macro'
import type { BookableTest } from '#contract/sites.ts'
import { usePackages } from '../../api/use-packages.ts'
import { testChoices } from '../../lib/test-choices.ts'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { CommonTests } from './common-tests.tsx'
import { sayResultTime } from './result-time.ts'
import type { Offer } from './use-offer.ts'
import type { VisitDraft } from './visit-draft.ts'
import { VisitOutline } from './visit-outline.tsx'

/** The choice of tests, their duration and how to prepare, for patients and for staff who book for them. */
export function TestFields({
  draft,
  offer,
  catalogue,
  label,
  withCommon = false,
  disabled = false,
  outlined = true,
  change,
}: {
  draft: Pick<VisitDraft, 'tests'>
  offer: Offer
  catalogue: readonly BookableTest[]
  label: string
  /** With buttons for the tests that are booked most often. */
  withCommon?: boolean
  disabled?: boolean
  /** With the duration and how to prepare. */
  outlined?: boolean
  change: (changes: Pick<VisitDraft, 'tests'>) => void
}) {
  const packages = usePackages()
  const choose = (tests: readonly string[]) => change({ tests })
  return (
    <div className="min-w-0 [&_[aria-live]>*]:mt-4">
      <MultiSelect
        name="testType"
        label={label}
        placeholder={t`Search or choose tests`}
        choices={testChoices(catalogue, packages, draft.tests)}
        chosen={draft.tests}
        disabled={disabled}
        onChange={choose}
      />
      {withCommon && <CommonTests catalogue={catalogue} chosen={draft.tests} onChange={choose} />}
      {outlined && (
        <VisitOutline
          answer={draft.tests.length > 0 && !offer.loading ? offer.answer : undefined}
          resultTime={sayResultTime(draft.tests, catalogue, packages)}
        />
      )}
    </div>
  )
}
