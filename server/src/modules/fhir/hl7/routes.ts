import * as contract from '#contract/hl7.ts'
import * as files from '#contract/hl7-files.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import {
  addConnection,
  changeConnection,
  endConnection,
  listConnections,
  mapCode,
  readConnection,
  turnConnection,
} from './manage-connections.ts'
import { addFile, listFiles, makeFile, readFile } from './manage-files.ts'
import { discardMessage, listMessages, repeatMessage, showMessage } from './manage-messages.ts'

/** The managers’ calls. */
export function hl7Routes(serve: Serve): void {
  serve(contract.listHl7Connections, listConnections)
  serve(contract.addHl7Connection, (context, { body }) => addConnection(context, body))
  serve(contract.readHl7Connection, (context, { params }) => readConnection(context, params.id))
  serve(contract.changeHl7Connection, (context, { params, body }) =>
    changeConnection(context, params.id, body),
  )
  serve(contract.turnHl7Connection, (context, { params, body }) => turnConnection(context, params.id, body))
  serve(contract.endHl7Connection, (context, { params }) => endConnection(context, params.id))
  serve(contract.mapHl7Code, (context, { params, body }) => mapCode(context, params.id, body))
  serve(contract.listHl7Messages, (context, { params, query }) => listMessages(context, params.id, query))
  serve(contract.readHl7Message, (context, { params }) => showMessage(context, params.id, params.message))
  serve(contract.repeatHl7Message, (context, { params }) => repeatMessage(context, params.id, params.message))
  serve(files.listHl7Files, (context, { params, query }) => listFiles(context, params.id, query))
  serve(files.addHl7File, (context, { params, headers, body }) =>
    addFile(context, params.id, { name: headers['x-file-name'], bytes: body }),
  )
  serve(files.makeHl7File, (context, { params }) => makeFile(context, params.id))
  serve(files.readHl7File, (context, { params, reply }) => {
    reply.type('application/octet-stream').header('content-disposition', 'attachment')
    return readFile(context, params.id, params.file)
  })
  serve(contract.discardHl7Message, (context, { params, body }) =>
    discardMessage(context, params.id, params.message, body),
  )
}
