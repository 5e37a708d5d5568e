import * as contract from '#contract/referrals.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import {
  addReferralLaboratory,
  changeReferralLaboratory,
  listReferralLaboratories,
  readReferralFigures,
} from './keep-laboratories.ts'
import { printPackingList } from './print-packing-list.ts'
import { listReferrals, listReferredTubes, referTask } from './refer-tasks.ts'
import { arriveSentBox, handOverBox, listSentBoxes, packBox, readSentBox, unpackBox } from './send-boxes.ts'

export function referralRoutes(serve: Serve): void {
  serve(contract.listReferralLaboratories, (context) => listReferralLaboratories(context))
  serve(contract.addReferralLaboratory, (context, { body }) => addReferralLaboratory(context, body))
  serve(contract.changeReferralLaboratory, (context, { params, body }) =>
    changeReferralLaboratory(context, params.id, body),
  )
  serve(contract.listReferrals, (context, { query }) => listReferrals(context, query))
  serve(contract.referTask, (context, { params, body }) => referTask(context, params.id, body))
  serve(contract.listReferredTubes, (context, { query }) => listReferredTubes(context, query.laboratoryId))
  serve(contract.listSentBoxes, (context, { query }) => listSentBoxes(context, query))
  serve(contract.packBox, (context, { body }) => packBox(context, body))
  serve(contract.readSentBox, (context, { params }) => readSentBox(context, params.id))
  serve(contract.packingList, (context, { params, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="packing-list.pdf"')
    return printPackingList(context, params.id)
  })
  serve(contract.handOverBox, (context, { params, body }) => handOverBox(context, params.id, body))
  serve(contract.unpackBox, (context, { params }) => unpackBox(context, params.id))
  serve(contract.arriveSentBox, (context, { params, body }) => arriveSentBox(context, params.id, body))
  serve(contract.readReferralFigures, (context, { query }) => readReferralFigures(context, query))
}
