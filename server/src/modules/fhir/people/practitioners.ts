import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { equals, idParam, stringParam, tokenParam } from '../queries-conditions.ts'
import { isActive } from '../queries-facilities.ts'
import { kindOfTable } from '../queries-table.ts'
import { type Resource, type Systems, systemsOf } from '../resource.ts'
import { type ReferrerRow, referrerRows } from './queries-referrers.ts'

/** The doctors who order tests. */
export const practitioners = (config: Config): Kind => {
  const systems = systemsOf(config)
  return kindOfTable<ReferrerRow>({
    type: 'Practitioner',
    scope: 'system/Practitioner.rs',
    rows: referrerRows,
    order: { id: uuid('r.id') },
    params: {
      _id: idParam('id'),
      active: tokenParam([{ system: null, is: isActive }], 'Whether the referrer is offered: true or false'),
      name: stringParam('full_name', 'The name'),
      identifier: tokenParam(
        [{ system: systems.licence, is: equals('licence_number') }],
        'The number of the licence',
      ),
    },
    summary: ['identifier', 'active', 'name'],
    subject: null,
    isVersioned: true,
    present: (row) => present(row, systems),
  })
}

const present = (row: ReferrerRow, systems: Systems): Resource => ({
  resourceType: 'Practitioner',
  id: row.id,
  meta: { versionId: String(row.version) },
  ...(row.licenceNumber !== '' && { identifier: [{ system: systems.licence, value: row.licenceNumber }] }),
  active: !row.ended,
  name: [{ text: row.fullName }],
})
