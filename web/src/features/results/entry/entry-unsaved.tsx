import { Trans } from '@lingui/react/macro'
import type { ResultForm } from '#contract/results.ts'
import { isAsSaved } from '../../../screen/drafts/begin-draft.ts'
import { Notice } from '../../../ui/notice.tsx'

/** What the reader had typed and never saved, where nothing can be entered any more. It is shown, not thrown away. */
export function UnsavedNote({ form }: { form: ResultForm }) {
  const { draft, analytes } = form
  if (draft === null || isAsSaved(form, draft.typed)) return null
  const typed = analytes.filter(({ code }) => draft.typed[code]?.trim())
  if (typed.length === 0) return null
  return (
    <Notice kind="warning" className="mb-4">
      <p>
        <Trans>
          You typed this but did not save it:{' '}
          {typed.map(({ code, name }) => `${name} ${draft.typed[code]}`).join(', ')}.
        </Trans>
      </p>
    </Notice>
  )
}
