import type { Config } from '#server/config.ts'
import { appointments } from './appointments.ts'
import { diagnosticReports } from './diagnostic-reports.ts'
import type { Kind } from './kind.ts'
import { locations } from './locations.ts'
import { observations } from './observations.ts'
import { organizations } from './organizations.ts'
import { patients } from './patients.ts'
import { readEverything } from './read-everything.ts'
import { schedules } from './schedules.ts'
import { serviceRequests } from './service-requests.ts'
import { slots } from './slots.ts'
import { specimens } from './specimens.ts'
import { subscriptions } from './subscriptions/subscriptions.ts'

/** All types of resources that are served and listed in the CapabilityStatement. */
export const kindsOf = (config: Config): readonly Kind[] => {
  const kinds = kindsOfTables(config).map((kind, _at, all) =>
    kind.type === 'Patient' ? withEverything(kind, all) : kind,
  )
  return [...kinds, subscriptions(config, kinds)]
}

/** The type Patient with `$everything`, which reads the other types. */
const withEverything = (kind: Kind, kinds: readonly Kind[]): Kind => ({
  ...kind,
  operations: [
    {
      name: 'everything',
      levels: ['instance'],
      definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything',
      run: (call, asked) => readEverything(call, kind, kinds, asked),
    },
  ],
})

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
]
