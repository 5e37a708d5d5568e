import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from './kind.ts'
import { idParam, stringParam, tokenParam } from './queries-conditions.ts'
import { type FacilityRow, facilityRows, isActive } from './queries-facilities.ts'
import { kindOfTable } from './queries-table.ts'

/** The facilities that send patients and samples. */
export const organizations = (_config: Config): Kind =>
  kindOfTable<FacilityRow>({
    type: 'Organization',
    scope: 'system/Organization.rs',
    rows: facilityRows,
    order: { id: uuid('r.id') },
    params: {
      _id: idParam('id'),
      active: tokenParam([{ system: null, is: isActive }], 'Whether it is offered: true or false'),
      name: stringParam('name', 'The name'),
    },
    summary: ['active', 'name'],
    subject: null,
    present: ({ id, name, ended }) => ({ resourceType: 'Organization', id, active: !ended, name }),
  })
