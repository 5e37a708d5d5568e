import type { Config } from '#server/config.ts'
import { instant, uuid } from '#server/platform/list.ts'
import type { Kind } from './kind.ts'
import { profiles } from './profiles.ts'
import { codeParam, dateParam, equals, idParam, patientParam, tokenParam } from './queries-conditions.ts'
import { bothWays, kindOfTable } from './queries-table.ts'
import { isSampleOfEvent, type SpecimenRow, specimenRows, specimenStatuses } from './queries-visits.ts'
import { following, ofSubject } from './references.ts'
import { requestId } from './request-id.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from './resource.ts'

export const specimens = (config: Config): Kind => {
  const systems = systemsOf(config)
  const accession = tokenParam(
    [{ system: systems.accession, is: equals('accession') }],
    'The accession number',
  )
  return kindOfTable<SpecimenRow>({
    type: 'Specimen',
    scope: 'system/Specimen.rs',
    rows: specimenRows,
    order: { siteId: uuid('r.site_id'), id: uuid('r.id') },
    params: {
      _id: idParam('id'),
      _lastUpdated: dateParam(
        'updated_at',
        'The time of the latest collection, receipt, rejection or disposal',
      ),
      patient: patientParam(baseOf(config)),
      subject: patientParam(baseOf(config)),
      collected: dateParam('collected_at', 'The time of collection'),
      status: codeParam('status', specimenStatuses, 'The state'),
      identifier: accession,
      accession,
    },
    sorts: {
      _lastUpdated: bothWays((way) => ({ updatedAt: instant(`r.updated_at${way}`), id: uuid(`r.id${way}`) })),
      collected: bothWays((way) => ({
        collectedAt: instant(`r.collected_at${way}`),
        id: uuid(`r.id${way}`),
      })),
    },
    references: {
      ...ofSubject,
      request: following(['ServiceRequest'], ({ request }) => request),
      parent: following(['Specimen'], ({ parent }) => parent),
    },
    profiles: profiles.Specimen,
    summary: ['identifier', 'accessionIdentifier', 'status', 'type', 'subject', 'receivedTime'],
    subject: ({ visitId }) => ({ kind: 'visit', id: visitId }),
    hears: {
      events: ['sample.collected', 'sample.received', 'sample.rejected'],
      isAbout: isSampleOfEvent,
    },
    present: (row) => present(row, systems),
  })
}

function present(row: SpecimenRow, systems: Systems): Resource {
  const accession = { system: systems.accession, value: row.accession }
  return {
    resourceType: 'Specimen',
    id: row.id,
    meta: { lastUpdated: row.updatedAt.toISOString() },
    identifier: [accession],
    accessionIdentifier: accession,
    status: row.status,
    type: { text: row.specimen },
    subject: referenceTo('Patient', row.personId),
    ...(row.receivedAt !== null && { receivedTime: row.receivedAt.toISOString() }),
    ...(row.aliquotOf !== null && { parent: [referenceTo('Specimen', row.aliquotOf)] }),
    ...(row.testCodes.length > 0 && {
      request: row.testCodes.map((code) => referenceTo('ServiceRequest', requestId(row.requestOf, code))),
    }),
    collection: { collectedDateTime: row.collectedAt.toISOString() },
    container: [{ type: { text: row.tube } }],
    ...(row.rejection !== null && { note: [{ text: `Rejected: ${row.rejection}` }] }),
  }
}
