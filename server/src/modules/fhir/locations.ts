import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from './kind.ts'
import { codeParam, idParam, stringParam } from './queries-conditions.ts'
import { locationStatuses, type SiteRow, siteRows } from './queries-sites.ts'
import { kindOfTable } from './queries-table.ts'

/** The sites of the laboratory. */
export const locations = (_config: Config): Kind =>
  kindOfTable<SiteRow>({
    type: 'Location',
    scope: 'system/Location.rs',
    rows: siteRows,
    order: { siteId: uuid('r.site_id') },
    params: {
      _id: idParam('site_id'),
      status: codeParam('status', locationStatuses, 'Whether the site is open'),
      name: stringParam('name', 'The name'),
    },
    summary: ['status', 'name', 'mode'],
    subject: null,
    present: ({ siteId, name, status }) => ({
      resourceType: 'Location',
      id: siteId,
      status,
      name,
      mode: 'instance',
    }),
  })
