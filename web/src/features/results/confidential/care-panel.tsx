import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { TaskDetail } from '#contract/bench.ts'
import {
  type ConfidentialCare,
  consents,
  noteConsent,
  noteCounselling,
  readConfidentialCare,
} from '#contract/rapid-tests.ts'
import { releaseResults } from '#contract/reports.ts'
import { readResults } from '#contract/results.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { browserZone, shortDay } from '../../../lib/times.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { When } from '../../../ui/when.tsx'
import { CorrectButton } from '../release/correct-button.tsx'
import { OutOfUseNotice } from '../release/out-of-use-notice.tsx'
import { ReleaseOutOfUse } from '../release/release-out-of-use.tsx'
import { WithdrawButton } from '../release/withdraw-button.tsx'
import { RapidForm } from './rapid-form.tsx'
import { RapidTable } from './rapid-table.tsx'

const consentWords = { written: t`Written consent`, spoken: t`Spoken consent` } as const

/** Consent, counselling and rapid tests of a confidential test, and its release. */
export function CarePanel({ task }: { task: TaskDetail }) {
  const care = useQuery(queryFor(readConfidentialCare, { params: { id: task.id } }))
  if (care.error) {
    return (
      <Notice kind="error" role="alert">
        <p>{care.error.message}</p>
      </Notice>
    )
  }
  if (!care.data) return <SkeletonLines count={5} says={t`Loading consent and counselling...`} />
  return (
    <>
      <Counselling id={task.id} care={care.data} />
      {care.data.needed !== null && <Rapid task={task} care={care.data} needed={care.data.needed} />}
      <Release task={task} care={care.data} />
    </>
  )
}

function Counselling({ id, care: { before, after, released } }: { id: string; care: ConfidentialCare }) {
  const none = t`Not recorded yet`
  return (
    <Card title={t`Consent and counselling`}>
      <Facts
        dense
        facts={[
          { name: t`Consent`, value: before ? consentWords[before.consent] : none },
          { name: t`Pre-test counselling`, value: before ? <Noted {...before} /> : none },
          { name: t`Post-test counselling`, value: after ? <Noted {...after} /> : none },
        ]}
      />
      {!released && (
        <div className="mt-4 flex flex-wrap gap-3">
          <ConsentForm id={id} start={before} />
          {before && <CounsellingForm id={id} start={after} />}
        </div>
      )}
    </Card>
  )
}

const Noted = ({ on, by, notedBy }: { on: string; by: string; notedBy: string }) => {
  const day = shortDay(on)
  return (
    <Trans>
      {day}, by {by}; recorded by {notedBy}
    </Trans>
  )
}

function ConsentForm({ id, start }: { id: string; start: ConfidentialCare['before'] }) {
  const dialog = useFormDialog(noteConsent, {
    params: { id },
    ...(start && { start: { consent: start.consent, on: start.on, by: start.by } }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{
        ...(!start && { variant: 'primary' }),
        children: start
          ? t`Change consent and pre-test counselling`
          : t`Record consent and pre-test counselling`,
      }}
      scope="consent"
      title={t`Consent and pre-test counselling`}
      submit={t`Save`}
    >
      <SelectField
        name="consent"
        label={t`Consent`}
        required
        placeholder={t`Choose`}
        options={consents.map((value) => ({ value, label: consentWords[value] }))}
      />
      <CounsellingFields />
    </DialogForm>
  )
}

function CounsellingForm({ id, start }: { id: string; start: ConfidentialCare['after'] }) {
  const dialog = useFormDialog(noteCounselling, {
    params: { id },
    ...(start && { start: { on: start.on, by: start.by } }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Record post-test counselling` }}
      scope="after"
      title={t`Post-test counselling`}
      submit={t`Save`}
    >
      <CounsellingFields />
    </DialogForm>
  )
}

const CounsellingFields = () => (
  <>
    <DateField name="on" label={t`Day of the counselling`} required />
    <TextField name="by" label={t`Counsellor`} required maxLength={120} autoComplete="off" />
  </>
)

function Rapid({ task, care, needed }: { task: TaskDetail; care: ConfidentialCare; needed: number }) {
  const { rapid, invalid, conclusion, whyNotEnter } = care
  const { data: results, error } = useQuery(queryFor(readResults, { params: { id: task.id } }))
  return (
    <Card title={t`Rapid tests`}>
      {rapid.length + invalid.length > 0 && (
        <div className="mb-5">
          <RapidTable tests={rapid} invalid={invalid} conclusion={conclusion} />
        </div>
      )}
      {whyNotEnter !== null ? (
        <Notice>
          <p>{whyNotEnter}</p>
        </Notice>
      ) : results ? (
        <RapidForm care={care} needed={needed} results={results} />
      ) : error ? (
        <Notice kind="error" role="alert">
          <p>{error.message}</p>
        </Notice>
      ) : (
        <SkeletonLines count={3} says={t`Loading the results...`} />
      )}
      {results?.onPaper?.measured && (
        <p className="hint mt-3">
          <Trans>
            Measured by {results.onPaper.measured.by},{' '}
            <When at={results.onPaper.measured.at} zone={results.onPaper.timeZone} distance={false} />.
          </Trans>
        </p>
      )}
    </Card>
  )
}

function Release({ task: { id, title }, care }: { task: TaskDetail; care: ConfidentialCare }) {
  const { released, whyNotRelease, releaseRevision, needed, outOfUse } = care
  const zone = browserZone()
  const release = useCall(
    () => call(releaseResults, { body: { tasks: [id], revisions: { [id]: releaseRevision } } }),
    { saysRefusal: true },
  )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <OutOfUseNotice outOfUse={outOfUse} zone={zone} />
      {!released && outOfUse.length > 0 && (
        <ReleaseOutOfUse
          {...{ id, title, outOfUse, zone }}
          revision={releaseRevision}
          whyNot={whyNotRelease}
        />
      )}
      {!released && outOfUse.length === 0 && (
        <Button
          variant="primary"
          whyNot={whyNotRelease}
          pending={release.isPending}
          onClick={() => release.mutate()}
        >
          <Trans>Release the report of confidential tests</Trans>
        </Button>
      )}
      {released && needed !== null && (
        <>
          <CorrectButton taskId={id} />
          <WithdrawButton taskId={id} />
        </>
      )}
    </div>
  )
}
