import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReportContent, verifyReport } from '#contract/reports.ts'
import { queryFor } from '../../api/queries.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Notice, type NoticeKind } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import css from './verify-screen.module.css'

type Status = 'authentic' | 'replaced' | 'unknown'

const kinds: Record<Status, NoticeKind> = { authentic: 'ok', replaced: 'warning', unknown: 'error' }
const titles: Record<Status, string> = {
  authentic: 'This report is authentic',
  replaced: 'This report was replaced',
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
        <p>{meaning(data.status, data.report, data.currentVersion)}</p>
      </Notice>
      {data.report && <Paper report={data.report} />}
    </Page>
  )
}

function meaning(status: Status, report: ReportContent | null, current: number | null): string {
  switch (status) {
    case 'authentic':
      return 'The laboratory issued it as shown here, and there is no later version. Compare it with the paper: both must say the same.'
    case 'replaced':
      return `The laboratory issued it as shown here, as version ${report?.version}. Version ${current} has replaced it: do not rely on this one, ask for the later.`
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
          {test.correction && <p>Corrected: {test.correction.reason}</p>}
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
                cell: (result) => <span className="figures">{result.range || '–'}</span>,
              },
              { header: 'Flag', cell: (result) => result.flagWords || '–' },
            ]}
          />
        </section>
      ))}
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
