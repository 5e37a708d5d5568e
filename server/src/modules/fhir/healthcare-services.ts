import type { Config } from '#server/config.ts'
import { clockTime } from '#server/modules/sites/index.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from './kind.ts'
import { idParam, siteParam, stringParam, tokenParam } from './queries-conditions.ts'
import { isOpen, type ServiceRow, serviceRows } from './queries-sites.ts'
import { kindOfTable } from './queries-table.ts'
import { following } from './references.ts'
import { baseOf, type Resource, referenceTo } from './resource.ts'

/** The laboratory’s service at each site with its opening hours, under the id of the site. */
export const healthcareServices = (config: Config): Kind =>
  kindOfTable<ServiceRow>({
    type: 'HealthcareService',
    scope: 'system/HealthcareService.rs',
    rows: serviceRows,
    order: { siteId: uuid('r.site_id') },
    params: {
      _id: idParam('site_id'),
      active: tokenParam([{ system: null, is: isOpen }], 'Whether the site is open: true or false'),
      name: stringParam('name', 'The name of the site'),
      location: siteParam('Location', baseOf(config), 'The site'),
    },
    references: { location: following(['Location'], ({ location }) => location) },
    summary: ['active', 'name', 'location'],
    subject: null,
    present,
  })

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** FHIR has no 24:00. */
const timeOf = (minute: number) => (minute === 1440 ? '23:59:59' : `${clockTime(minute)}:00`)

const present = ({ siteId, name, status, laboratory, phone, hours }: ServiceRow): Resource => ({
  resourceType: 'HealthcareService',
  id: siteId,
  active: status === 'active',
  ...(laboratory !== '' && { providedBy: { display: laboratory } }),
  name,
  location: [{ ...referenceTo('Location', siteId), display: name }],
  ...(phone !== '' && { telecom: [{ system: 'phone', value: phone }] }),
  ...(hours.length > 0 && {
    availableTime: hours.map(({ weekday, opens, closes }) => ({
      daysOfWeek: [days[weekday]],
      ...(opens === 0 && closes === 1440
        ? { allDay: true }
        : { availableStartTime: timeOf(opens), availableEndTime: timeOf(closes) }),
    })),
  }),
})
