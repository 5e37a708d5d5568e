import { readAntibiogram as antibiogramContract } from '#contract/antibiogram.ts'
import { auditChain, checkAudit, myAudit, searchAudit as searchContract } from '#contract/audit.ts'
import { insightBooked, insightServed, insightWaits } from '#contract/insight-floor-lists.ts'
import { insightOpen, insightRejections, insightSamples, insightTasks } from '#contract/insight-lists.ts'
import { insightCsv, insightReport, readInsightMail, saveInsightMail } from '#contract/insight-reports.ts'
import { readInsights as insightsContract, insightsToday } from '#contract/insights.ts'
import { attachCsv } from '#server/platform/http/attach-csv.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { readAntibiogram } from './antibiogram/read-antibiogram.ts'
import { checkNow, readChainState } from './check-chain.ts'
import { readInsights } from './figures/read-insights.ts'
import { readToday } from './figures/read-today.ts'
import { listBehind } from './lists/queries-asked.ts'
import { listRejections, listSamples, listTasks } from './lists/queries-bench.ts'
import { listBooked, listServed, listWaits } from './lists/queries-floor.ts'
import { listOpen } from './lists/queries-open.ts'
import { readMail, saveMail } from './reports/choose-mail.ts'
import { writeCsv } from './reports/write-csv.ts'
import { writeReport } from './reports/write-report.ts'
import { ownAudit, searchAudit } from './search-audit.ts'

export function insightRoutes(serve: Serve): void {
  serve(searchContract, (context, { query }) => searchAudit(context, query))

  serve(auditChain, (context) => readChainState(context))
  serve(checkAudit, (context) => checkNow(context))

  serve(myAudit, (context, { query }) => ownAudit(context, query))

  serve(insightsContract, (context, { query }) => readInsights(context, query))
  serve(insightCsv, (context, { query, reply }) => {
    attachCsv(reply, `insights-${query.from}-${query.to}`)
    return writeCsv(context, query)
  })
  serve(insightReport, (context, { query, reply }) => {
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="insights-${query.from}-${query.to}.pdf"`)
    return writeReport(context, query)
  })
  serve(antibiogramContract, (context, { query }) => readAntibiogram(context, query))
  serve(readInsightMail, (context) => readMail(context))
  serve(saveInsightMail, (context, { body }) => saveMail(context, body))
  serve(insightsToday, (context, { query }) => readToday(context, query))
  serve(insightTasks, listBehind(listTasks))
  serve(insightRejections, listBehind(listRejections))
  serve(insightSamples, listBehind(listSamples))
  serve(insightServed, listBehind(listServed))
  serve(insightBooked, listBehind(listBooked))
  serve(insightOpen, listBehind(listOpen))
  serve(insightWaits, listBehind(listWaits))
}
