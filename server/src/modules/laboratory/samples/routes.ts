import * as contract from '#contract/bench.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { arriveVisit } from './arrive-visit.ts'
import { addVisitTests, readVisitTests, removeVisitTest } from './change-tests.ts'
import { collectSamples } from './collect-samples.ts'
import { findOnBench } from './find-on-bench.ts'
import { aliquotSample, discardSample, readSample, receiveSample, storeSample } from './handle-sample.ts'
import { readCollectionPlan } from './plan-collection.ts'
import { readBenchFloor } from './read-bench-floor.ts'
import { giveNewTime, rejectSample } from './reject-sample.ts'

export function sampleRoutes(serve: Serve): void {
  serve(contract.benchFloor, (context, { query }) => readBenchFloor(context, query))
  serve(contract.findOnBench, (context, { query }) => findOnBench(context, query.code))
  serve(contract.arriveVisit, (context, { params }) => arriveVisit(context, params.id))
  serve(contract.collectionPlan, (context, { params }) => readCollectionPlan(context, params.id))
  serve(contract.collectSamples, (context, { params, body }) => collectSamples(context, params.id, body))
  serve(contract.readSample, (context, { params }) => readSample(context, params.accession))
  serve(contract.receiveSample, (context, { params, body }) =>
    receiveSample(context, params.accession, body?.storagePlace),
  )
  serve(contract.rejectSample, (context, { params, body }) => rejectSample(context, params.accession, body))
  serve(contract.recollectVisit, (context, { params, body }) => giveNewTime(context, params.id, body.at))
  serve(contract.discardSample, (context, { params, body }) =>
    discardSample(context, params.accession, body.reason),
  )
  serve(contract.aliquotSample, (context, { params, body }) => aliquotSample(context, params.accession, body))
  serve(contract.storeSample, (context, { params, body }) => storeSample(context, params.accession, body))
  serve(contract.readVisitTests, (context, { params }) => readVisitTests(context, params.id))
  serve(contract.addVisitTests, (context, { params, body }) => addVisitTests(context, params.id, body))
  serve(contract.removeVisitTest, (context, { params, body }) => removeVisitTest(context, params.id, body))
  serve(contract.printLabels, async (context, { query, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="labels.pdf"')
    const { printLabels } = await import('./print-labels.ts')
    return printLabels(context, query.accessions, query.format)
  })
}
