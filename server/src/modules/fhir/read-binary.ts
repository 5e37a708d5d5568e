import { required } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import { noteReadings } from './note-readings.ts'
import { findPdf } from './queries-reports.ts'
import type { Resource } from './resource.ts'

export const binaryId = (visitId: string, version: number): string => `${visitId}.${version}`

const idForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,6})$/

/** The PDF of the latest version of a report. Earlier versions cannot be read, since their values may have been withdrawn. */
export async function readBinary(call: ClientCall, id: string): Promise<{ pdf: Buffer; resource: Resource }> {
  const [, visitId, version] = idForm.exec(id) ?? []
  const { db, client } = call
  const found =
    visitId === undefined ? null : await findPdf(db, client, { visitId, version: Number(version) })
  const { pdf, releasedAt } = required(found, 'This Binary')
  await noteReadings(call, 'Binary', [{ kind: 'visit', id: visitId ?? '' }])
  const resource = {
    resourceType: 'Binary',
    id,
    meta: { lastUpdated: releasedAt.toISOString() },
    contentType: 'application/pdf',
    data: pdf.toString('base64'),
  }
  return { pdf, resource }
}
