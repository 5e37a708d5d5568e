import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReportContent } from '#contract/reports.ts'
import { birthNeededText } from '#contract/results.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { InterimNotice, IsolateTables } from './culture-part.tsx'
import { HowDone } from './how-done.tsx'
import { SaidBeside } from './said-beside.tsx'
import { Unconfirmed, UnconfirmedNote } from './unconfirmed.tsx'

/** What a report says, as its paper says it: for those who compare and for those who treat. */
export function ReportPaper({ report }: { report: ReportContent }) {
  const { patient, laboratory } = report
  const reach = [laboratory.name, laboratory.address, laboratory.phone].filter((part) => part !== '')
  return (
    <>
      <dl className="[&_dt]:hint [&_dd]:wrap-anywhere grid gap-3 [&_dd]:font-550">
        <Fact name={t`Patient`} value={`${patient.fullName}, ${patient.age}, ${patient.gender}`} />
        {patient.born !== null && <Fact name={t`Date of birth`} value={patient.born} />}
        {patient.personNumber !== null && <Fact name={t`Person number`} value={patient.personNumber} />}
        <Fact name={t`Reference`} value={patient.reference} />
        <Fact name={t`Requested by`} value={report.requestedBy ?? t`Not recorded`} />
        {report.copyTo !== '' && <Fact name={t`Copy to`} value={report.copyTo} />}
        {report.order?.clinicalDetails && (
          <Fact name={t`Clinical details`} value={report.order.clinicalDetails} />
        )}
        {report.order?.diagnosis && <Fact name={t`Diagnosis`} value={report.order.diagnosis} />}
        <Fact name={t`Issued`} value={t`${report.issuedAt}, version ${report.version} (${report.status})`} />
        <Fact name={t`Laboratory`} value={reach.join(', ')} />
        {report.waitingFor.length > 0 && (
          <Fact name={t`Not yet reported`} value={report.waitingFor.join(', ')} />
        )}
      </dl>
      {report.tests.map((test) => (
        <section key={`${test.accession} ${test.name}`} className="mt-8" aria-label={test.name}>
          <h2 className="text-l">{test.name}</h2>
          <p className="hint mb-3 font-400">
            {sayTaken(test)} {test.prepared === 'no' && t`The patient was not prepared as asked.`}
          </p>
          <p className="hint mb-3 font-400">{sayReleased(test)}</p>
          <HowDone test={test} />
          {test.rejected.map((sample) => (
            <p key={sample.accession} className="hint mb-3 font-400">
              <Trans>
                An earlier sample, {sample.accession}, was rejected on {sample.at}: {sample.reason}. This one
                was taken in its place.
              </Trans>
            </p>
          ))}
          {test.correction && (
            <p>
              <Trans>Corrected: {test.correction.reason}</Trans>
            </p>
          )}
          {test.withdrawn ? (
            <p>
              <strong>
                <Trans>Withdrawn on {test.withdrawn.at}:</Trans>
              </strong>{' '}
              {test.withdrawn.reason}
            </p>
          ) : (
            <>
              {test.culture?.interim && <InterimNotice />}
              <Values test={test} />
              {test.culture && <IsolateTables culture={test.culture} />}
              <SaidBeside test={test} />
            </>
          )}
        </section>
      ))}
      {report.comment !== '' && (
        <section className="mt-8" aria-labelledby="comment">
          <h2 id="comment" className="text-l">
            <Trans>Comment</Trans>
          </h2>
          <p>{report.comment}</p>
        </section>
      )}
    </>
  )
}

type Tested = ReportContent['tests'][number]

const sayTaken = ({ specimen, accession, collectedAt, receivedAt }: Tested): string =>
  receivedAt === null
    ? t`${specimen}, sample ${accession}, taken ${collectedAt}, received not recorded.`
    : t`${specimen}, sample ${accession}, taken ${collectedAt}, received ${receivedAt}.`

function sayReleased({ measured, ...test }: Tested): string {
  const said = sayEntered(test)
  return measured ? t`Measured ${measured.at} by ${measured.by}. ${said}` : said
}

function sayEntered({
  enteredBy,
  releasedAt,
  releasedBy,
  byRule,
  authorised,
}: Omit<Tested, 'measured'>): string {
  const { qualification = '', licenceNumber = '' } = authorised ?? {}
  const licence = licenceNumber && t`licence ${licenceNumber}`
  const by = [releasedBy, qualification, licence].filter(Boolean).join(', ')
  return byRule
    ? t`Entered by ${enteredBy}. Released ${releasedAt} automatically by the rule ${by}.`
    : t`Entered by ${enteredBy}. Released ${releasedAt} by ${by}.`
}

/** As on the paper: its marks and its words. */
function Values({ test }: { test: Tested }) {
  return (
    <>
      <DataTable
        caption={test.name}
        rows={test.results}
        rowKey={(result) => result.code}
        empty={null}
        columns={[
          { header: t`Test`, cell: (result) => result.name },
          {
            header: t`Result`,
            cell: (result) => (
              <>
                <strong className="figures">{result.value || t`Not recorded`}</strong>{' '}
                <span className="hint font-400">{result.unit}</span>
                {result.before !== null && (
                  <span className="hint font-400">
                    {' '}
                    <Trans>(before the correction {result.before})</Trans>
                  </span>
                )}
              </>
            ),
          },
          {
            header: t`Interval`,
            cell: (result) => (
              <>
                <span className="figures">{result.birthNeeded ? birthNeededText : result.range || '–'}</span>
                <Unconfirmed on={result.unconfirmed} />
              </>
            ),
          },
          { header: t`Flag`, cell: (result) => result.flagWords || '–' },
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
