import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { idParam, rowParam, tokenParam } from '../queries-conditions.ts'
import { isActive } from '../queries-facilities.ts'
import { kindOfTable } from '../queries-table.ts'
import { following } from '../references.ts'
import { baseOf, type Resource, referenceTo } from '../resource.ts'
import { type ReferrerRow, roleRows } from './queries-referrers.ts'

/** The facility of each referrer who belongs to one, under the id of the referrer. */
export const practitionerRoles = (config: Config): Kind => {
  const base = baseOf(config)
  return kindOfTable<ReferrerRow>({
    type: 'PractitionerRole',
    scope: 'system/PractitionerRole.rs',
    rows: roleRows,
    order: { id: uuid('r.id') },
    params: {
      _id: idParam('id'),
      active: tokenParam([{ system: null, is: isActive }], 'Whether the referrer is offered: true or false'),
      practitioner: rowParam('Practitioner', base, 'id', 'The referrer'),
      organization: rowParam('Organization', base, 'facility_id', 'The facility'),
    },
    references: {
      practitioner: following(['Practitioner'], ({ practitioner }) => practitioner),
      organization: following(['Organization'], ({ organization }) => organization),
    },
    summary: ['active', 'practitioner', 'organization'],
    subject: null,
    isVersioned: true,
    present,
  })
}

const present = (row: ReferrerRow): Resource => ({
  resourceType: 'PractitionerRole',
  id: row.id,
  meta: { versionId: String(row.version) },
  active: !row.ended,
  practitioner: { ...referenceTo('Practitioner', row.id), display: row.fullName },
  organization: { ...referenceTo('Organization', row.facilityId ?? ''), display: row.facility ?? '' },
})
