import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import {
  clinicReportPdf,
  readClinicOrder,
  readClinicReport,
  readClinicTrends,
} from '#contract/clinic-orders.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { Screen } from '../../../screen/screen.tsx'
import { usePdf } from '../../../screen/use-pdf.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/page.tsx'
import { ClinicConfidentialReport } from '../confidential/confidential-report.tsx'
import { Quantities } from './person-trends.tsx'
import { ReadFile } from './report-files.tsx'
import { ReportPaper } from './report-paper.tsx'

/** The report of an order, for the clinician who ordered: as the paper has it, without the words for patients. */
export function ClinicReportScreen({ id }: { id: string }) {
  const { data: order } = useSuspenseQuery(queryFor(readClinicOrder, { params: { id } }))
  const fullName = order.patient
  return (
    <Page measure="text">
      {order.report ? <Ordinary id={id} /> : <Screen title={t`Results of ${fullName}`} />}
      {order.confidentialReport && <ClinicConfidentialReport id={id} />}
    </Page>
  )
}

function Ordinary({ id }: { id: string }) {
  const {
    data: { report },
  } = useSuspenseQuery(queryFor(readClinicReport, { params: { id } }))
  const trends = useQuery(queryFor(readClinicTrends, { params: { id } }))
  const { fullName, reference } = report.patient
  const pdf = usePdf(
    () => call(clinicReportPdf, { params: { id }, query: {} }),
    `report-${reference}-${report.version}.pdf`,
  )
  return (
    <Screen
      title={t`Results of ${fullName}`}
      action={
        <Button variant="primary" pending={pdf.isPending} onClick={() => pdf.open()}>
          <DownloadIcon />
          <Trans>Open the PDF</Trans>
        </Button>
      }
    >
      <ReadFile value={(file) => call(clinicReportPdf, { params: { id }, query: { file } })}>
        <ReportPaper report={report} />
      </ReadFile>
      <section aria-labelledby="over-time" className="mt-8 grid gap-3">
        <h2 id="over-time">
          <Trans>Results over time</Trans>
        </h2>
        <Quantities
          trends={trends}
          none={t`No measured values of this patient have been released.`}
          nameOf={({ name }) => name}
        />
      </section>
    </Screen>
  )
}
