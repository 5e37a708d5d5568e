import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BookableTest } from '#contract/sites.ts'
import { TestFields } from './test-fields.tsx'
import type { Offer } from './use-offer.ts'
import type { VisitDraft } from './visit-draft.ts'
import css from './visit-form.module.css'

/** The first step of a booking: the tests. */
export function TestPart(props: {
  draft: VisitDraft
  offer: Offer
  catalogue: readonly BookableTest[]
  change: (changes: Partial<VisitDraft>) => void
}) {
  return (
    <div className={css.part}>
      <h2>
        <Trans>Which tests</Trans>
      </h2>
      <TestFields {...props} label={t`Test Type`} withCommon />
    </div>
  )
}
