import type { Config } from '#server/config.ts'
import { appointments } from './appointments.ts'
import { auditEvents } from './audit/audit-events.ts'
import { issueHealthCards } from './cards/issue-to-apps.ts'
import { activityDefinitions } from './catalogue/activity-definitions.ts'
import { planDefinitions } from './catalogue/plan-definitions.ts'
import { devices } from './devices.ts'
import { diagnosticReports } from './diagnostic-reports.ts'
import { healthcareServices } from './healthcare-services.ts'
import type { Kind, Operation } from './kind.ts'
import { locations } from './locations.ts'
import { chargeItems } from './money/charge-items.ts'
import { coverages } from './money/coverages.ts'
import { invoices } from './money/invoices.ts'
import { observations } from './observations.ts'
import { bookProposed, cancelBooked } from './operations/book-appointment.ts'
import { findAppointments } from './operations/find-appointments.ts'
import { holdAppointment } from './operations/hold-appointment.ts'
import { matchPatients } from './operations/match-patients.ts'
import { summarizePatient } from './operations/summarize-patient.ts'
import { validateOf } from './operations/validate.ts'
import { organizations } from './organizations.ts'
import { patients } from './patients.ts'
import { practitionerRoles } from './people/practitioner-roles.ts'
import { practitioners } from './people/practitioners.ts'
import { relatedPersons } from './people/related-persons.ts'
import { readEverything } from './read-everything.ts'
import { schedules } from './schedules.ts'
import { serviceRequests } from './service-requests.ts'
import { slots } from './slots.ts'
import { specimens } from './specimens.ts'
import { subscriptions } from './subscriptions/subscriptions.ts'
import { codeSystems } from './terminology/code-systems.ts'
import { conceptMaps } from './terminology/concept-maps.ts'
import { valueSets } from './terminology/value-sets.ts'
import { documentReferences } from './visits/document-references.ts'
import { encounters } from './visits/encounters.ts'
import { provenances } from './visits/provenances.ts'
import { tasks } from './visits/tasks.ts'

/** Kept, since they are also needed whenever events are shared out. */
const kept = new WeakMap<Config, readonly Kind[]>()

/** All types of resources that are served and listed in the CapabilityStatement. */
export function kindsOf(config: Config): readonly Kind[] {
  const known = kept.get(config)
  if (known) return known
  const tables = kindsOfTables(config)
  const all = [...tables, subscriptions(config, tables)].map((kind, _at, kinds) => ({
    ...kind,
    operations: [...(kind.operations ?? []), ...moreOperations(config, kind, kinds)],
  }))
  kept.set(config, all)
  return all
}

/** The operations that read other types, and `$validate` of the types that programs create. */
function moreOperations(config: Config, kind: Kind, kinds: readonly Kind[]): Operation[] {
  const { create } = kind.writes ?? {}
  return [
    ...(kind.type === 'Patient' ? ofPatients(kind, kinds) : []),
    ...(kind.type === 'Appointment' ? ofAppointments(config, kind, kinds) : []),
    ...(create ? [validateOf(create)] : []),
  ]
}

const ofPatients = (kind: Kind, kinds: readonly Kind[]): Operation[] => [
  {
    name: 'everything',
    levels: ['instance'],
    definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything',
    run: (call, asked) => readEverything(call, kind, kinds, asked),
  },
  matchPatients(kind),
  summarizePatient(kind, kinds),
  issueHealthCards(kind, kinds),
]

const ofAppointments = (config: Config, kind: Kind, kinds: readonly Kind[]): Operation[] => [
  ...kinds.filter(({ type }) => type === 'Slot').map(findAppointments),
  holdAppointment,
  bookProposed(kind),
  cancelBooked(config, kind),
]

const kindsOfTables = (config: Config): readonly Kind[] => [
  patients(config),
  appointments(config),
  slots(config),
  schedules(config),
  locations(config),
  serviceRequests(config),
  specimens(config),
  observations(config),
  diagnosticReports(config),
  organizations(config),
  codeSystems(config),
  valueSets(config),
  conceptMaps(config),
  activityDefinitions(config),
  planDefinitions(config),
  healthcareServices(config),
  devices(config),
  practitioners(config),
  practitionerRoles(config),
  relatedPersons(config),
  encounters(config),
  tasks(config),
  documentReferences(config),
  provenances(config),
  coverages(config),
  invoices(config),
  chargeItems(config),
  auditEvents(config),
]
