import { exportWhonet as whonetContract } from '#contract/antibiogram.ts'
import * as contract from '#contract/transfer.ts'
import { attachCsv } from '#server/platform/http/attach-csv.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { applyImport, pastImports, previewImport } from './bring-in.ts'
import { exportAppointments } from './list-out.ts'
import { exportLaboratory } from './take-out.ts'
import { exportWhonet } from './write-whonet.ts'

export function transferRoutes(serve: Serve): void {
  serve(contract.previewImport, previewImport)
  serve(contract.applyImport, applyImport)
  serve(contract.listImports, pastImports)

  serve(contract.exportLaboratory, (context, { body, reply }) => {
    reply.type('application/zip').header('content-disposition', 'attachment; filename="laboratory.zip"')
    return exportLaboratory(context, body)
  })

  serve(whonetContract, (context, { query, reply }) => {
    attachCsv(reply, `whonet-${query.from}-${query.to}`)
    return exportWhonet(context, query)
  })

  serve(contract.exportAppointments, (context, { query, reply }) => {
    attachCsv(reply, 'appointments')
    return exportAppointments(context, query)
  })
}
