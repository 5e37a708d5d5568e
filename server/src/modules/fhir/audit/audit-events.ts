import { sayAction } from '#contract/audit-actions.ts'
import type { Config } from '#server/config.ts'
import { bigint, instant } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import {
  codeParam,
  dateParam,
  equals,
  idInReference,
  never,
  numberIdParam,
  type Param,
  patientParamBy,
  stringParam,
  tokenParam,
} from '../queries-conditions.ts'
import { bothWays, kindOfTable } from '../queries-table.ts'
import { following } from '../references.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from '../resource.ts'
import { type EntryRow, entryRows, isAbout, isAboutPerson } from './queries-entries.ts'

/** The entries of the audit trail. Their ids are their positions in it. */
export const auditEvents = (config: Config): Kind => {
  const systems = systemsOf(config)
  const base = baseOf(config)
  const kind = kindOfTable<EntryRow>({
    type: 'AuditEvent',
    scope: 'system/AuditEvent.rs',
    rows: entryRows,
    order: { at: instant('r.at'), position: bigint('r.position') },
    params: {
      _id: numberIdParam('position'),
      date: dateParam('at', 'The time'),
      patient: patientParamBy(base, isAboutPerson),
      entity: entityParam(base),
      action: codeParam('does', ['R', 'E'], 'R for readings, E for everything else'),
      subtype: tokenParam(
        [{ system: systems.auditAction, is: equals('action') }],
        'The action, for example visit.booked',
      ),
      'agent-name': stringParam('agent', 'The name of the person or program'),
    },
    sorts: {
      date: bothWays((way) => ({ at: instant(`r.at${way}`), position: bigint(`r.position${way}`) })),
    },
    references: {
      entity: following(Object.keys(kinds), ({ entity }) =>
        ((entity ?? []) as { what: unknown }[]).map(({ what }) => what),
      ),
    },
    summary: ['type', 'subtype', 'action', 'recorded', 'agent', 'source', 'entity'],
    // Reading the trail is not audited, as on the screen: each reading would add an entry to what is read.
    subject: null,
    present: (row) => present(row, systems),
  })
  return { ...kind, isExported: false }
}

/** The types of resources whose id is that of the subject of an entry, with the kind of the subject. */
const kinds: Readonly<Record<string, string>> = {
  Patient: 'person',
  Appointment: 'visit',
  Specimen: 'sample',
}

/** Compares what an entry is about, by the reference to a Patient, an Appointment or a Specimen. */
const entityParam = (base: string): Param => ({
  type: 'reference',
  about: 'The Patient, Appointment or Specimen itself',
  where(value) {
    const relative = value.startsWith(`${base}/`) ? value.slice(base.length + 1) : value
    const [type = ''] = relative.split('/')
    const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
    const id = kind === undefined ? null : idInReference(value, type, base)
    return kind === undefined || id === null ? never : isAbout(kind, id)
  },
})

const dicom = 'http://dicom.nema.org/resources/ontology/DCM'
const objectRole = 'http://terminology.hl7.org/CodeSystem/object-role'

function present(row: EntryRow, systems: Systems): Resource {
  const { kind, subjectId, personId } = row
  const type = Object.keys(kinds).find((name) => kinds[name] === kind)
  const about = type
    ? referenceTo(type, subjectId)
    : { identifier: { system: `${systems.auditSubject}/${kind}`, value: subjectId } }
  const isPatient = personId !== null && personId === subjectId
  return {
    resourceType: 'AuditEvent',
    id: String(row.position),
    meta: { lastUpdated: row.at.toISOString() },
    type:
      personId === null
        ? { system: dicom, code: '110100', display: 'Application Activity' }
        : { system: dicom, code: '110110', display: 'Patient Record' },
    subtype: [{ system: systems.auditAction, code: row.action, display: sayAction(row.action) }],
    action: row.does,
    recorded: row.at.toISOString(),
    agent: [
      {
        ...(row.role !== null && { role: [{ text: row.role }] }),
        who: { display: row.agent ?? 'Phial' },
        requestor: row.agent !== null,
        ...(row.network !== '' && { network: { address: row.network, type: '2' } }),
      },
    ],
    source: { observer: { display: 'Phial' } },
    entity: [
      ...(isPatient ? [] : [{ what: about }]),
      ...(personId === null
        ? []
        : [
            {
              what: referenceTo('Patient', personId),
              role: { system: objectRole, code: '1', display: 'Patient' },
            },
          ]),
    ],
  }
}
