import type { Config } from '#server/config.ts'
import { instant, uuid } from '#server/platform/list.ts'
import { cancelByProgram } from './cancel-by-program.ts'
import { checkAppointment, createAppointment } from './create-appointment.ts'
import type { Kind } from './kind.ts'
import {
  codeParam,
  idParam,
  indexedDateParam,
  patientParam,
  siteParam,
  visitReferenceParam,
} from './queries-conditions.ts'
import { bothWays, kindOfTable } from './queries-table.ts'
import {
  type AppointmentRow,
  appointmentRows,
  appointmentStatuses,
  isVisitOfEvent,
} from './queries-visits.ts'
import { following } from './references.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from './resource.ts'

export const appointments = (config: Config): Kind => {
  const systems = systemsOf(config)
  const base = baseOf(config)
  const kind = kindOfTable<AppointmentRow>({
    type: 'Appointment',
    scope: 'system/Appointment.rs',
    rows: appointmentRows,
    order: { siteId: uuid('r.site_id'), id: uuid('r.id') },
    params: {
      _id: idParam('id'),
      patient: patientParam(base),
      date: indexedDateParam('starts_at', 'The start'),
      status: codeParam('status', appointmentStatuses, 'The state'),
      identifier: visitReferenceParam(systems),
      location: siteParam('Location', base, 'The site'),
    },
    sorts: {
      date: bothWays((way) => ({ startsAt: instant(`r.starts_at${way}`), id: uuid(`r.id${way}`) })),
    },
    references: {
      patient: following(['Patient'], actorsOf),
      location: following(['Location'], actorsOf),
      actor: following(['Patient', 'Location'], actorsOf),
    },
    summary: ['identifier', 'status', 'serviceType', 'appointmentType', 'start', 'end', 'participant'],
    subject: ({ id }) => ({ kind: 'visit', id }),
    isVersioned: true,
    hears: {
      events: [
        'visit.booked',
        'visit.moved',
        'visit.changed',
        'visit.cancelled',
        'visit.checked-in',
        'visit.no-show',
      ],
      isAbout: isVisitOfEvent,
    },
    present: (row) => present(row, systems),
  })
  return {
    ...kind,
    writes: {
      create: { scope: 'system/Appointment.cu', make: createAppointment, check: checkAppointment },
      update: { scope: 'system/Appointment.cu', change: cancelByProgram },
    },
  }
}

const actorsOf = ({ participant }: Resource) =>
  (participant as { actor: unknown }[]).map(({ actor }) => actor)

function present(row: AppointmentRow, systems: Systems): Resource {
  return {
    resourceType: 'Appointment',
    id: row.id,
    meta: { versionId: String(row.version) },
    identifier: [{ system: systems.visitReference, value: row.reference }],
    status: row.status,
    ...(row.tests.length > 0 && {
      serviceType: row.tests.map(({ code, name }) => ({
        coding: [{ system: systems.test, code, display: name }],
        text: name,
      })),
    }),
    appointmentType: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/v2-0276',
          code: row.walkIn ? 'WALKIN' : 'ROUTINE',
        },
      ],
    },
    start: row.startsAt.toISOString(),
    end: row.endsAt.toISOString(),
    created: row.createdAt.toISOString(),
    participant: [
      {
        actor: referenceTo('Patient', row.personId),
        status: row.status === 'cancelled' ? 'declined' : 'accepted',
      },
      { actor: { ...referenceTo('Location', row.siteId), display: row.site }, status: 'accepted' },
    ],
  }
}
