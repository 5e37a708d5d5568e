import { noteReadings } from '../note-readings.ts'
import { findPdf } from '../queries-reports.ts'
import type { Hl7Call } from './hl7-call.ts'
import { keepBytes } from './keep-bytes.ts'
import { moveMessage } from './queries-messages.ts'
import { readResults } from './queries-results.ts'
import type { WaitingMessage } from './queries-waiting.ts'
import { resultMessage } from './write-results.ts'

/**
 * The message about a report, written from its latest version within the limits of the client. Null: it is not sent. A version that was
 * replaced meanwhile is not sent, nor sent again: its values may have been withdrawn. A report that is out of reach waits until its visit
 * is paid.
 */
export async function resultsToSend(call: Hl7Call, waiting: WaitingMessage): Promise<Buffer | null> {
  const { db, client } = call
  const { id, visitId, reportVersion } = waiting
  const results = await readResults(db, client, visitId)
  if (!results) {
    await moveMessage(db, id, ['waiting'], { state: 'unpaid' })
    return null
  }
  const { version } = results.report
  const document = version === reportVersion ? await findPdf(db, client, { visitId, version }) : null
  if (!document) {
    await moveMessage(db, id, ['waiting'], { state: 'overtaken' })
    return null
  }
  if (waiting.bytes) return waiting.bytes
  await noteReadings(call, 'ORU^R01', [{ kind: 'visit', id: visitId }])
  return keepBytes(call, id, resultMessage(call, results, { ...waiting, pdf: document.pdf }))
}
