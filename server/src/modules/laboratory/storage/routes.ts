import * as contract from '#contract/storage.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import {
  cancelDisposal,
  changeRetention,
  confirmDisposal,
  listDisposals,
  listDueTubes,
  makeDisposal,
  readDisposal,
  readRetention,
} from './dispose.ts'
import {
  addStorageRack,
  addStorageUnit,
  changeStorageRack,
  changeStorageUnit,
  listStorage,
  readStorageRack,
} from './keep-places.ts'
import { findStored, putTube, takeTube } from './move-tubes.ts'
import { printRackLabel } from './print-rack-label.ts'

export function storageRoutes(serve: Serve): void {
  serve(contract.listStorage, (context) => listStorage(context))
  serve(contract.addStorageUnit, (context, { body }) => addStorageUnit(context, body))
  serve(contract.changeStorageUnit, (context, { params, body }) =>
    changeStorageUnit(context, params.id, body),
  )
  serve(contract.addStorageRack, (context, { body }) => addStorageRack(context, body))
  serve(contract.changeStorageRack, (context, { params, body }) =>
    changeStorageRack(context, params.id, body),
  )
  serve(contract.readStorageRack, (context, { params }) => readStorageRack(context, params.id))
  serve(contract.findStored, (context, { query }) => findStored(context, query.code))
  serve(contract.rackLabel, (context, { params, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="rack.pdf"')
    return printRackLabel(context, params.id)
  })
  serve(contract.putTube, (context, { params, body }) => putTube(context, params.id, body))
  serve(contract.takeTube, (context, { body }) => takeTube(context, body))
  serve(contract.readRetention, (context) => readRetention(context))
  serve(contract.changeRetention, (context, { body }) => changeRetention(context, body))
  serve(contract.listDueTubes, (context, { query }) => listDueTubes(context, query.siteId))
  serve(contract.listDisposals, (context, { query }) => listDisposals(context, query))
  serve(contract.makeDisposal, (context, { body }) => makeDisposal(context, body.accessions))
  serve(contract.readDisposal, (context, { params }) => readDisposal(context, params.id))
  serve(contract.confirmDisposal, (context, { params, body }) =>
    confirmDisposal(context, params.id, body.accessions),
  )
  serve(contract.cancelDisposal, (context, { params }) => cancelDisposal(context, params.id))
}
