import * as cumulative from '#contract/cumulative.ts'
import * as papers from '#contract/papers.ts'
import * as release from '#contract/release.ts'
import * as contract from '#contract/reports.ts'
import { previewReport as previewContract } from '#contract/settings.ts'
import * as sharing from '#contract/sharing.ts'
import * as trends from '#contract/trends.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { listDayReports, listHandovers, recordHandover } from './hand-over.ts'
import {
  listHeldBackByRules,
  listReleaseRules,
  turnOffReleaseRule,
  turnOnReleaseRule,
} from './manage-release-rules.ts'
import { previewReport } from './preview-report.ts'
import { readConfidentialReport, readConfidentialReportPdf } from './read-confidential.ts'
import { readCumulative, readCumulativePdf } from './read-cumulative.ts'
import { listReports, printReports, readReport, readReportPdf, verifyReport } from './read-report.ts'
import { readReportStanding } from './read-standing.ts'
import { readPersonTrends, readTrends } from './read-trends.ts'
import {
  correctResults,
  listReleasedTasks,
  listWaitingForRelease,
  releaseResults,
} from './release-results.ts'
import { retractResults } from './retract-results.ts'
import { downloadShare, listShares, openShare, revokeShare, shareReport } from './share-report.ts'

export function reportRoutes(serve: Serve): void {
  serve(contract.waitingForRelease, (context, { query }) => listWaitingForRelease(context, query))
  serve(release.releasedTasks, (context, { query }) => listReleasedTasks(context, query))
  serve(release.releaseRules, (context) => listReleaseRules(context))
  serve(release.turnOnReleaseRule, (context, { body }) => turnOnReleaseRule(context, body))
  serve(release.turnOffReleaseRule, (context, { body }) => turnOffReleaseRule(context, body))
  serve(release.heldBack, (context) => listHeldBackByRules(context))
  serve(contract.releaseResults, (context, { body }) => releaseResults(context, body))
  serve(contract.correctResults, (context, { params, body }) =>
    correctResults(context, params.id, body.reason),
  )
  serve(contract.retractResults, (context, { body }) => retractResults(context, body))
  serve(contract.listReports, (context, { query }) => listReports(context, query))
  serve(contract.readReport, (context, { params }) => readReport(context, params.id))
  serve(contract.readConfidentialReport, (context, { params }) => readConfidentialReport(context, params.id))
  serve(contract.readConfidentialReportPdf, (context, { params, query, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="report.pdf"')
    return readConfidentialReportPdf(context, params.id, query)
  })
  serve(contract.readReportStanding, (context, { params }) => readReportStanding(context, params.id))
  serve(contract.readReportPdf, (context, { params, query, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="report.pdf"')
    return readReportPdf(context, params.id, query)
  })
  serve(previewContract, (context, { body, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="preview.pdf"')
    return previewReport(context, body)
  })
  serve(papers.dayReports, (context, { query }) => listDayReports(context, query))
  serve(papers.printReports, (context, { query, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="reports.pdf"')
    return printReports(context, query.visits)
  })
  serve(papers.listHandovers, (context, { params }) => listHandovers(context, params.id))
  serve(papers.recordHandover, (context, { params, body }) => recordHandover(context, params.id, body))
  serve(contract.verifyReport, (context, { params }) => verifyReport(context, params.code))
  serve(trends.readTrends, (context, { params }) => readTrends(context, params.id))
  serve(trends.readOwnTrends, (context, { params }) => readPersonTrends(context, params.id))
  serve(trends.readPersonTrends, (context, { params }) => readPersonTrends(context, params.id))
  for (const read of [cumulative.readCumulative, cumulative.readOwnCumulative] as const)
    serve(read, (context, { params }) => readCumulative(context, params.id))
  for (const read of [cumulative.readCumulativePdf, cumulative.readOwnCumulativePdf] as const)
    serve(read, (context, { params, reply }) => {
      reply.type('application/pdf').header('content-disposition', 'inline; filename="cumulative.pdf"')
      return readCumulativePdf(context, params.id)
    })
  serve(sharing.listShares, (context, { params }) => listShares(context, params.id))
  serve(sharing.shareReport, (context, { params, body }) => shareReport(context, params.id, body))
  serve(sharing.revokeShare, (context, { params }) => revokeShare(context, params.id, params.shareId))
  serve(sharing.openShare, (context, { body }) => openShare(context, body.token))
  serve(sharing.downloadShare, (context, { body, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="report.pdf"')
    return downloadShare(context, body.token, body.file)
  })
}
