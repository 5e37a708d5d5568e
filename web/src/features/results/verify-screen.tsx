import { useSuspenseQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type ReportContent, verifyReport } from '#contract/reports.ts'
import { queryFor } from '../../api/queries.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Notice, type NoticeKind } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Unconfirmed, UnconfirmedNote } from './unconfirmed.tsx'
import css from './verify-screen.module.css'

type Verified = ResponseOf<typeof verifyReport>
type Status = Verified['status']

const kinds: Record<Status, NoticeKind> = {
  authentic: 'ok',
  replaced: 'warning',
  withdrawn: 'error',
  unknown: 'error',
}
const titles: Record<Status, string> = {
  authentic: 'This report is authentic',
  replaced: 'This report was replaced',
  withdrawn: 'This report was withdrawn',
  unknown: 'This code is not known',
}

/** Whether a printed report is what the laboratory issued; for anyone who holds it. */
export function VerifyScreen({ code }: { code: string }) {
  const { data } = useSuspenseQuery(queryFor(verifyReport, { params: { code } }))
  return (
    <Page measure="text">
      <PageHeader
        title={titles[data.status]}
        about={
          <>
            Code <span className={css.code}>{code}</span>
          </>
        }
      />
      <Notice kind={kinds[data.status]} className={css.notice}>
        <p>{meaning(data)}</p>
      </Notice>
      {data.report && <Paper report={data.report} />}
    </Page>
  )
}

function meaning({ status, report, currentVersion, withdrawnTests }: Verified): string {
  switch (status) {
    case 'authentic':
      return 'The laboratory issued it as shown here, and there is no later version. Compare it with the paper: both must say the same.'
    case 'replaced': {
      const withdrawn =
        withdrawnTests.length === 0 ? '' : ` These results no longer hold: ${withdrawnTests.join(', ')}.`
      return `The laboratory issued it as shown here, as version ${report?.version}. Version ${currentVersion} has replaced it: do not rely on this one, ask for the later.${withdrawn}`
    }
    case 'withdrawn':
      return report?.status === 'withdrawn'
        ? 'The laboratory issued it to say that it has taken the results back. Earlier versions do not hold either.'
        : `The laboratory issued it as shown here, as version ${report?.version}, and has taken its results back since. Do not rely on it: ask the laboratory.`
    case 'unknown':
      return 'No report of this laboratory has this code. Compare it with the paper letter by letter. If it is the same, ask the laboratory before you trust the paper.'
    default:
      return status satisfies never
  }
}

function Paper({ report }: { report: ReportContent }) {
  const { patient, laboratory } = report
  return (
    <>
      <dl className={css.facts}>
        <Fact name="Patient" value={`${patient.fullName}, ${patient.age}, ${patient.gender}`} />
        <Fact name="Reference" value={patient.reference} />
        <Fact name="Requested by" value={report.requestedBy ?? 'Not recorded'} />
        <Fact name="Issued" value={`${report.issuedAt}, version ${report.version} (${report.status})`} />
        <Fact name="Laboratory" value={`${laboratory.name}, ${laboratory.address}, ${laboratory.phone}`} />
        {report.waitingFor.length > 0 && (
          <Fact name="Not yet reported" value={report.waitingFor.join(', ')} />
        )}
      </dl>
      {report.tests.map((test) => (
        <section key={`${test.accession} ${test.name}`} className={css.test} aria-label={test.name}>
          <h2 className={css.heading}>{test.name}</h2>
          <p className={css.soft}>
            {test.specimen}, sample {test.accession}, taken {test.collectedAt}. Released {test.releasedAt} by{' '}
            {test.releasedBy}.
          </p>
          {test.rejected.map((sample) => (
            <p key={sample.accession} className={css.soft}>
              An earlier sample, {sample.accession}, was rejected on {sample.at}: {sample.reason}. This one
              was taken in its place.
            </p>
          ))}
          {test.correction && <p>Corrected: {test.correction.reason}</p>}
          {test.withdrawn ? (
            <p>
              <strong>Withdrawn on {test.withdrawn.at}:</strong> {test.withdrawn.reason}
            </p>
          ) : (
            <Values test={test} />
          )}
        </section>
      ))}
    </>
  )
}

/** As on the paper: its marks and its words. */
function Values({ test }: { test: ReportContent['tests'][number] }) {
  return (
    <>
      <DataTable
        caption={test.name}
        rows={test.results}
        rowKey={(result) => result.code}
        empty={null}
        columns={[
          { header: 'Test', cell: (result) => result.name },
          {
            header: 'Result',
            cell: (result) => (
              <>
                <strong className="figures">{result.value}</strong>{' '}
                <span className={css.soft}>{result.unit}</span>
                {result.before !== null && (
                  <span className={css.soft}> (before the correction {result.before})</span>
                )}
              </>
            ),
          },
          {
            header: 'Interval',
            cell: (result) => (
              <>
                <span className="figures">{result.range || '–'}</span>
                <Unconfirmed on={result.unconfirmed} />
              </>
            ),
          },
          { header: 'Flag', cell: (result) => result.flagWords || '–' },
        ]}
      />
      <UnconfirmedNote results={test.results} />
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
