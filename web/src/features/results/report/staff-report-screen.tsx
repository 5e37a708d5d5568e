import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { resultWays } from '#contract/orders.ts'
import { readReport, readReportStanding } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { useSeveralSites } from '../../../api/use-names-site.ts'
import { translated } from '../../../lib/translated.ts'
import { Screen } from '../../../screen/screen.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { DownloadIcon, PrinterIcon } from '../../../ui/icons.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { CorrectionNotice } from './correction-notice.tsx'
import { Handovers } from './handovers.tsx'
import { EarlierVersions, PdfProblem, ReportBody } from './report-body.tsx'
import { standing } from './report-words.ts'
import { ResultLinks } from './result-links.tsx'
import { useReportPdf, useReportPrint } from './use-report-pdf.ts'

/** A visit's report for staff, who hand it to the person who asks for it: the patient's view, and the PDF to save or print. */
export function StaffReportScreen({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(readReport, { params: { id } }))
  const { report, versions } = data
  const { patient, version, status } = report
  const pdf = useReportPdf(id, patient.reference)
  const paper = useReportPrint(id, patient.reference)
  return (
    <Screen
      title={
        <Trans>
          Report of <bdi>{patient.fullName}</bdi>
        </Trans>
      }
      about={
        <>
          <Trans>
            Version {version}, issued {report.issuedAt}
          </Trans>{' '}
          <Badge tone={standing[status].tone}>{standing[status].words}</Badge>
        </>
      }
      action={
        <>
          <Button
            pending={pdf.isPending}
            pendingText={t`Fetching the PDF...`}
            onClick={() => pdf.mutate(version)}
          >
            <DownloadIcon />
            <Trans>Download PDF</Trans>
          </Button>
          <Button disabled={paper.isPending} onClick={() => paper.print(version, 'thermal')}>
            <PrinterIcon />
            <Trans>Print on the receipt printer</Trans>
          </Button>
          <KeyButton
            shortcut="P"
            variant="primary"
            pending={paper.isPending}
            pendingText={t`Fetching the PDF...`}
            onPress={() => paper.print(version)}
          >
            <PrinterIcon />
            {t`Print`}
          </KeyButton>
        </>
      }
    >
      <PdfProblem error={pdf.error ?? paper.error} />
      <div className="mb-6">
        <CorrectionNotice visitId={id} zone={report.timeZone} />
      </div>
      <Card className="mb-6" aria-label={t`About this report`}>
        <ReportFacts id={id} />
      </Card>
      <p className="hint mb-6 max-w-[68ch]">
        <Trans>The patient reads this report in the same words.</Trans>
      </p>
      <ReportBody id={id} report={report} />
      <Handovers id={id} version={version} zone={report.timeZone} />
      <ResultLinks visitId={id} zone={report.timeZone} />
      <EarlierVersions
        report={report}
        versions={versions}
        actions={(older) => (
          <span className="flex flex-wrap gap-2">
            <Button disabled={pdf.isPending} onClick={() => pdf.mutate(older)}>
              <DownloadIcon />
              <Trans>PDF of version {older}</Trans>
            </Button>
            <Button disabled={paper.isPending} onClick={() => paper.print(older)}>
              <PrinterIcon />
              <Trans>Print version {older}</Trans>
            </Button>
          </span>
        )}
      />
      <p className="hint max-w-[68ch]">
        <Trans>
          A print is marked as a copy, with your name and the time. Everyone who opens, prints or hands the
          report over is recorded. Patients with an account can see that record.
        </Trans>
      </p>
    </Screen>
  )
}

function ReportFacts({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(readReport, { params: { id } }))
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { resultsTo } = useQuery(queryFor(readReportStanding, { params: { id } })).data ?? {}
  const severalSites = useSeveralSites()
  const facility = resultsTo?.facility ?? ''
  const { patient, requestedBy, site } = data.report
  const visit = me.permissions.includes('appointments') ? (
    <Link to="/appointments/$id" params={{ id }}>
      {patient.reference}
    </Link>
  ) : (
    <Link to="/collect/$visitId" params={{ visitId: id }}>
      {patient.reference}
    </Link>
  )
  return (
    <Facts
      dense
      facts={[
        { name: t`Patient`, value: `${patient.fullName}, ${patient.gender}, ${patient.age}` },
        { name: t`Visit`, value: visit },
        { name: t`Requested by`, value: requestedBy ?? t`not recorded` },
        ...(data.report.copyTo === '' ? [] : [{ name: t`Copy to`, value: data.report.copyTo }]),
        ...(resultsTo
          ? [
              {
                name: t`How ${facility} gets results`,
                value: [translated(resultWays[resultsTo.by]), resultsTo.phone, resultsTo.email]
                  .filter(Boolean)
                  .join(', '),
              },
            ]
          : []),
        ...(severalSites ? [{ name: t`Site`, value: site }] : []),
      ]}
    />
  )
}
