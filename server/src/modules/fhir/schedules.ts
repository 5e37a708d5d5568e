import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from './kind.ts'
import { idParam, siteParam } from './queries-conditions.ts'
import { openSiteRows, type SiteRow } from './queries-sites.ts'
import { kindOfTable } from './queries-table.ts'
import { following } from './references.ts'
import { baseOf, referenceTo } from './resource.ts'

/** A schedule for each site that takes bookings, with the id of the site. */
export const schedules = (config: Config): Kind =>
  kindOfTable<SiteRow>({
    type: 'Schedule',
    scope: 'system/Schedule.rs',
    rows: openSiteRows,
    order: { siteId: uuid('r.site_id') },
    params: {
      _id: idParam('site_id'),
      actor: siteParam('Location', baseOf(config), 'The site'),
    },
    references: { actor: following(['Location'], ({ actor }) => actor) },
    summary: ['active', 'actor'],
    subject: null,
    present: ({ siteId, name }) => ({
      resourceType: 'Schedule',
      id: siteId,
      active: true,
      actor: [{ ...referenceTo('Location', siteId), display: name }],
    }),
  })
