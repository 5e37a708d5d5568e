import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ResultForm, readResults } from '#contract/results.ts'
import { queryFor } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { When } from '../../../ui/when.tsx'
import { CorrectButton } from '../release/correct-button.tsx'
import { OutOfUseNotice } from '../release/out-of-use-notice.tsx'
import { WithdrawButton } from '../release/withdraw-button.tsx'
import { AnalyteRow } from './analyte-row.tsx'
import { CallbackNotice } from './callback-notice.tsx'
import { EntryForm } from './entry-form.tsx'
import { UnsavedNote } from './entry-unsaved.tsx'
import { Formulas } from './formulas.tsx'
import { ReflexNotice } from './reflex-notice.tsx'
import { RepeatButton, Repeats } from './repeats.tsx'

/** A task's results: to enter, to call about, to correct; and why not where that cannot be. */
export function EntryPanel({ taskId, visitId, zone }: { taskId: string; visitId: string; zone: string }) {
  const form = useQuery(queryFor(readResults, { params: { id: taskId } }))
  return (
    <Card className="@container" aria-labelledby="results">
      <h2 id="results" className="mb-3 text-l">
        <Trans>Results</Trans>
      </h2>
      {form.data ? (
        <>
          <ReflexNotice form={form.data} visitId={visitId} />
          <Panel form={form.data} zone={zone} />
        </>
      ) : form.error ? (
        <Notice kind="error" role="alert">
          <p>
            <Trans>The results could not be loaded. {form.error.message}</Trans>
          </p>
          <Reference id={form.error.requestId} />
          <Button variant="plain" onClick={() => void form.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      ) : (
        <SkeletonLines count={5} says={t`Loading the results...`} />
      )}
    </Card>
  )
}

/** When results were measured, if they were written on a downtime form. */
const MeasuredOnPaper = ({
  measured: { at, by },
  zone,
}: {
  measured: { at: string; by: string }
  zone: string
}) => (
  <>
    <Trans>
      Measured by {by}, <When at={at} zone={zone} distance={false} />.
    </Trans>{' '}
  </>
)

function Panel({ form, zone }: { form: ResultForm; zone: string }) {
  const { callbacks, releasedAt, correctionReason, inReport, whyNotEnter, whyNotRelease, enteredBy } = form
  return (
    <>
      {callbacks.map((callback) => (
        <CallbackNotice key={callback.id} callback={callback} zone={zone} />
      ))}
      {correctionReason !== null && releasedAt === null && (
        <Notice kind={inReport ? 'warning' : 'error'} className="mb-4">
          <p>
            {inReport
              ? t`Open for correction: ${correctionReason}`
              : t`Withdrawn, and waiting for new results: ${correctionReason}`}
          </p>
        </Notice>
      )}
      <Repeats repeats={form.repeats} zone={zone} />
      <OutOfUseNotice outOfUse={form.outOfUse} zone={zone} />
      {whyNotEnter === null ? (
        <EntryForm form={form} zone={zone} />
      ) : (
        <>
          <Notice className="mb-4">
            <p>{whyNotEnter}</p>
          </Notice>
          <UnsavedNote form={form} />
          <ul className="list-none">
            {form.analytes.map((analyte) => (
              <AnalyteRow
                key={analyte.code}
                analyte={analyte}
                typed={String(analyte.entered?.value ?? '')}
                about={null}
                disabled
                onType={() => {}}
              />
            ))}
          </ul>
        </>
      )}
      <Formulas analytes={form.analytes} />
      <p className="hint my-3">
        {form.onPaper?.measured && <MeasuredOnPaper measured={form.onPaper.measured} zone={zone} />}
        {enteredBy !== null && t`Entered by ${enteredBy}.`}{' '}
        {releasedAt !== null ? (
          <Trans>
            Released <When at={releasedAt} zone={zone} />.
          </Trans>
        ) : whyNotRelease !== null ? (
          enteredBy !== null && t`Cannot be released yet: ${whyNotRelease}`
        ) : (
          <Link to="/release">
            <Trans>These results are waiting for release</Trans>
          </Link>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        {form.whyNotRepeat === null && <RepeatButton taskId={form.taskId} revision={form.resultsRevision} />}
        {releasedAt !== null && <CorrectButton taskId={form.taskId} />}
        {inReport && <WithdrawButton taskId={form.taskId} />}
      </div>
    </>
  )
}
