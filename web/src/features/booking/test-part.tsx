import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BookableTest } from '#contract/sites.ts'
import { TestFields } from './test-fields.tsx'
import type { Offer } from './use-offer.ts'
import type { VisitDraft } from './visit-draft.ts'

/** The first step of a booking: the tests. */
export function TestPart(props: {
  draft: VisitDraft
  offer: Offer
  catalogue: readonly BookableTest[]
  change: (changes: Partial<VisitDraft>) => void
}) {
  return (
    <div className="stack gap-4 [&_h2]:text-l">
      <h2>
        <Trans>Which tests</Trans>
      </h2>
      <TestFields {...props} label={t`Test Type`} withCommon />
    </div>
  )
}
