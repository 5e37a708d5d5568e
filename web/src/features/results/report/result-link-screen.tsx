import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts'
import { askResultLink, downloadResultLink, openResultLink } from '#contract/result-links.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { exactly } from '../../../lib/times.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReadFile } from './report-files.tsx'
import { LinkFailed, LinkLoading, LinkPage, NoReport, ReportHeader } from './report-link.tsx'
import { ReportTests } from './report-tests.tsx'

type Asked = ResponseOf<typeof askResultLink>
type Answer = BodyInput<typeof openResultLink>
type Opened = ResponseOf<typeof openResultLink>

/** The report of a visit for people without an account. `token` was behind the # of the address; null: opened without it. */
export function ResultLinkScreen({ token }: { token: string | null }) {
  return (
    <LinkPage>
      {token === null ? (
        <NoReport
          title={t`Open the link again`}
          about={t`The link is not kept in this browser. Open it again from the message, or scan the slip again.`}
        />
      ) : (
        <Asking token={token} />
      )}
    </LinkPage>
  )
}

function Asking({ token }: { token: string }) {
  const asked = useQuery({
    queryKey: ['result-link', token],
    queryFn: () => call(askResultLink, { body: { token } }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (asked.error) return <Closed error={asked.error as ApiError} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <LinkLoading title={t`Your results`} />
  return <Opening token={token} asked={asked.data} />
}

function Closed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  if (error.code === 'not_possible_now')
    return <NoReport title={t`This link is locked`} about={error.message} />
  if (error.code === 'not_found') {
    return (
      <NoReport
        title={t`This link shows nothing`}
        about={t`It may have expired or been replaced, or part of it may be missing. Ask the laboratory for a new one.`}
      />
    )
  }
  return <LinkFailed error={error} onRetry={onRetry} />
}

function Opening({ token, asked }: { token: string; asked: Asked }) {
  const [byCode, setByCode] = useState(!asked.birth)
  const open = useResourceForm(openResultLink, { start: { token }, says: false })
  if (open.error && ['not_found', 'not_possible_now'].includes(open.error.code)) {
    return <Closed error={open.error} onRetry={() => open.reset()} />
  }
  if (open.data)
    return <Shown opened={open.data} answer={open.sent ?? { token }} onAgain={() => open.reset()} />
  const { laboratory } = asked
  return (
    <Screen title={t`Your results`} about={t`From ${laboratory.name}`}>
      {asked.birth || asked.code ? (
        <Card aria-label={t`Open the results`}>
          <ResourceForm key={String(byCode)} form={open}>
            {byCode ? (
              <TextField
                name="code"
                label={t`Code of the slip`}
                hint={t`8 letters and digits, at the end of the slip that you got at the desk.`}
                autoComplete="off"
                autoCapitalize="characters"
                autoCorrect="off"
                spellCheck={false}
                required
                maxLength={40}
              />
            ) : (
              <DateField
                name="birth"
                label={t`Date of birth of the person tested`}
                hint={t`Day, month and year, for example 9/3/1990.`}
                required
              />
            )}
            <p>
              {asked.triesLeft === 1
                ? t`You have one try. After it the link is locked.`
                : t`You have ${asked.triesLeft} tries. Then the link is locked, and the laboratory gives you a new one.`}
            </p>
            <FormActions>
              <SubmitButton pendingText={t`Opening…`}>
                <Trans>Open the results</Trans>
              </SubmitButton>
            </FormActions>
          </ResourceForm>
          {asked.birth && asked.code && (
            <Button variant="plain" onClick={() => setByCode(!byCode)}>
              {byCode ? t`Use the date of birth instead` : t`Use the code of the slip instead`}
            </Button>
          )}
        </Card>
      ) : (
        <Notice kind="warning">
          <p>
            <Trans>
              The laboratory cannot check who you are here. Ask at its desk, or call {laboratory.phone}.
            </Trans>
          </p>
        </Notice>
      )}
    </Screen>
  )
}

function Shown({
  opened: { state, report, expiresAt },
  answer,
  onAgain,
}: {
  opened: Opened
  answer: Answer
  onAgain: () => void
}) {
  const again = (
    <Button onClick={onAgain}>
      <Trans>Try again</Trans>
    </Button>
  )
  if (state === 'waiting') {
    return (
      <NoReport
        title={t`Not ready yet`}
        about={t`The laboratory is still working on this visit. Open the link again later.`}
        action={again}
      />
    )
  }
  if (state === 'unpaid') {
    return (
      <NoReport
        title={t`This visit is not paid yet`}
        about={t`The results are ready and open here once the visit is paid. Please pay at the laboratory.`}
        action={again}
      />
    )
  }
  if (report === null) {
    return (
      <NoReport
        title={t`These results were withdrawn`}
        about={t`The laboratory has withdrawn the results of this visit. Do not rely on any that you saw before. Ask the laboratory.`}
      />
    )
  }
  return (
    <>
      <ReportHeader
        title={t`Your results`}
        about={t`${report.patient.fullName}, issued ${report.issuedAt} by ${report.laboratory.name}. The link opens until ${exactly(expiresAt, report.timeZone)}.`}
        report={report}
        download={() => call(downloadResultLink, { body: answer })}
      />
      {report.waitingFor.length > 0 && (
        <Notice className="mb-6">
          <p>
            <Trans>Not ready yet: {report.waitingFor.join(', ')}.</Trans>
          </p>
        </Notice>
      )}
      <ReadFile value={(file) => call(downloadResultLink, { body: { ...answer, file } })}>
        <ReportTests report={report} trends={[]} />
      </ReadFile>
    </>
  )
}
