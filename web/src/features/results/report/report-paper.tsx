import type { ReportContent } from '#contract/reports.ts'
import { birthNeededText } from '#contract/results.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { HowDone } from './how-done.tsx'
import css from './report-paper.module.css'
import { SaidBeside } from './said-beside.tsx'
import { Unconfirmed, UnconfirmedNote } from './unconfirmed.tsx'

/** What a report says, as its paper says it: for those who compare and for those who treat. */
export function ReportPaper({ report }: { report: ReportContent }) {
  const { patient, laboratory } = report
  const reach = [laboratory.name, laboratory.address, laboratory.phone].filter((part) => part !== '')
  return (
    <>
      <dl className={css.facts}>
        <Fact name="Patient" value={`${patient.fullName}, ${patient.age}, ${patient.gender}`} />
        {patient.born !== null && <Fact name="Date of birth" value={patient.born} />}
        {patient.personNumber !== null && <Fact name="Person number" value={patient.personNumber} />}
        <Fact name="Reference" value={patient.reference} />
        <Fact name="Requested by" value={report.requestedBy ?? 'Not recorded'} />
        <Fact name="Issued" value={`${report.issuedAt}, version ${report.version} (${report.status})`} />
        <Fact name="Laboratory" value={reach.join(', ')} />
        {report.waitingFor.length > 0 && (
          <Fact name="Not yet reported" value={report.waitingFor.join(', ')} />
        )}
      </dl>
      {report.tests.map((test) => (
        <section key={`${test.accession} ${test.name}`} className={css.test} aria-label={test.name}>
          <h2 className={css.heading}>{test.name}</h2>
          <p className={css.soft}>
            {test.specimen}, sample {test.accession}, taken {test.collectedAt}, received{' '}
            {test.receivedAt ?? 'not recorded'}.
            {test.prepared === 'no' && ' The patient was not prepared as asked.'}
          </p>
          <p className={css.soft}>
            Entered by {test.enteredBy}. Released {test.releasedAt}{' '}
            {test.byRule ? 'automatically by the rule' : 'by'} {test.releasedBy}
            {test.authorised?.qualification && `, ${test.authorised.qualification}`}
            {test.authorised?.licenceNumber && `, licence ${test.authorised.licenceNumber}`}.
          </p>
          <HowDone test={test} />
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
            <>
              <Values test={test} />
              <SaidBeside test={test} />
            </>
          )}
        </section>
      ))}
      {report.comment !== '' && (
        <section className={css.test} aria-labelledby="comment">
          <h2 id="comment" className={css.heading}>
            Comment
          </h2>
          <p>{report.comment}</p>
        </section>
      )}
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
                <strong className="figures">{result.value || 'Not recorded'}</strong>{' '}
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
                <span className="figures">{result.birthNeeded ? birthNeededText : result.range || '–'}</span>
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
