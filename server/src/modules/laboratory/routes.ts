import * as contract from '#contract/bench.ts'
import * as results from '#contract/results.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { arriveVisit } from './arrive-visit.ts'
import { collectSamples } from './collect-samples.ts'
import { closeCallback, enterResults, saveDraft } from './enter-results.ts'
import { findOnBench } from './find-on-bench.ts'
import { aliquotSample, readSample, receiveSample, rejectSample, storeSample } from './handle-sample.ts'
import { listTasks, readTask, summariseTasks } from './list-tasks.ts'
import { addTaskNote, claimNextTask, moveTask } from './move-task.ts'
import { readCollectionPlan } from './plan-collection.ts'
import { printLabels } from './print-labels.ts'
import { readReport, readReportPdf, verifyReport } from './read-report.ts'
import { correctResults, listWaitingForRelease, releaseResults } from './release-results.ts'
import { readResultForm } from './result-form.ts'

export function laboratoryRoutes(serve: Serve): void {
  serve(contract.findOnBench, (context, { query }) => findOnBench(context, query.code))
  serve(contract.arriveVisit, (context, { params }) => arriveVisit(context, params.id))
  serve(contract.collectionPlan, (context, { params }) => readCollectionPlan(context, params.id))
  serve(contract.collectSamples, (context, { params, body }) => collectSamples(context, params.id, body))
  serve(contract.readSample, (context, { params }) => readSample(context, params.accession))
  serve(contract.receiveSample, (context, { params, body }) =>
    receiveSample(context, params.accession, body?.storagePlace),
  )
  serve(contract.rejectSample, (context, { params, body }) => rejectSample(context, params.accession, body))
  serve(contract.aliquotSample, (context, { params, body }) => aliquotSample(context, params.accession, body))
  serve(contract.storeSample, (context, { params, body }) =>
    storeSample(context, params.accession, body.storagePlace),
  )
  serve(contract.printLabels, (context, { query, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="labels.pdf"')
    return printLabels(context, query.accessions, query.format)
  })
  serve(contract.taskSummary, (context) => summariseTasks(context))
  serve(contract.listTasks, (context, { query }) => listTasks(context, query))
  serve(contract.claimNextTask, (context) => claimNextTask(context))
  serve(contract.readTask, (context, { params }) => readTask(context, params.id))
  serve(contract.moveTask, (context, { params, body }) => moveTask(context, params.id, body))
  serve(results.readResults, (context, { params }) => readResultForm(context, params.id))
  serve(results.saveDraft, (context, { params, body }) => saveDraft(context, params.id, body))
  serve(results.enterResults, (context, { params, body }) => enterResults(context, params.id, body))
  serve(results.closeCallback, (context, { params, body }) => closeCallback(context, params.id, body))
  serve(results.waitingForRelease, (context) => listWaitingForRelease(context))
  serve(results.releaseResults, (context, { body }) => releaseResults(context, body.tasks))
  serve(results.correctResults, (context, { params, body }) =>
    correctResults(context, params.id, body.reason),
  )
  serve(results.readReport, (context, { params }) => readReport(context, params.id))
  serve(results.readReportPdf, (context, { params, query, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="report.pdf"')
    return readReportPdf(context, params.id, query.version)
  })
  serve(results.verifyReport, (context, { params }) => verifyReport(context, params.code))
  serve(contract.addTaskNote, (context, { params, body }) => addTaskNote(context, params.id, body.text))
}
