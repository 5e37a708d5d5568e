import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from './kind.ts'
import { codeParam, idParam, siteParam, stringParam } from './queries-conditions.ts'
import { type DeviceRow, deviceRows, deviceStatuses } from './queries-sites.ts'
import { kindOfTable } from './queries-table.ts'
import { following } from './references.ts'
import { baseOf, type Resource, referenceTo } from './resource.ts'

/** The analysers that are connected. */
export const devices = (config: Config): Kind =>
  kindOfTable<DeviceRow>({
    type: 'Device',
    scope: 'system/Device.rs',
    rows: deviceRows,
    order: { siteId: uuid('r.site_id'), id: uuid('r.id') },
    params: {
      _id: idParam('id'),
      status: codeParam('status', deviceStatuses, 'Whether it sends results'),
      'device-name': stringParam('name', 'The name'),
      location: siteParam('Location', baseOf(config), 'The site'),
    },
    references: { location: following(['Location'], ({ location }) => location) },
    summary: ['status', 'deviceName', 'location'],
    subject: null,
    present,
  })

const present = ({ siteId, id, name, site, serialNumber, status }: DeviceRow): Resource => ({
  resourceType: 'Device',
  id,
  status,
  ...(serialNumber !== '' && { serialNumber }),
  deviceName: [{ name, type: 'user-friendly-name' }],
  location: { ...referenceTo('Location', siteId), display: site },
})
