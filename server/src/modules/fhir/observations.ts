import { createHash } from 'node:crypto'
import { cellCounts, printedUnit } from '#contract/printed-unit.ts'
import type { Flag } from '#contract/results.ts'
import type { Config } from '#server/config.ts'
import { bigint, instant, text } from '#server/platform/list.ts'
import { asPrecise, decimal } from './decimal.ts'
import type { Kind } from './kind.ts'
import { profiles } from './profiles.ts'
import {
  codeParam,
  dateParam,
  earlierDateParam,
  equals,
  fixedParam,
  idInVisitParam,
  observationParam,
  patientParam,
  requestParam,
  specimenParam,
  tokenParam,
} from './queries-conditions.ts'
import { codeAndValueParam, mayHaveQuantity, quantityParam } from './queries-quantities.ts'
import {
  hasMember,
  isOfRequest,
  isPanelOf,
  type ObservationRow,
  observationRows,
  observationStatuses,
  observationVersionRows,
  resultSpecimen,
} from './queries-reports.ts'
import { bothWays, kindOfTable } from './queries-table.ts'
import { following, ofResult } from './references.ts'
import { requestId } from './request-id.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from './resource.ts'

const idForm = /^[0-9a-f-]{36}\.[0-9a-f]{24}$/

/**
 * The id of a value: the id of its visit, and a hash of test and analyte, since their codes can have characters that are invalid in an
 * id. A panel has no analyte.
 */
export const observationId = (visitId: string, test: string, analyte: string): string =>
  `${visitId}.${createHash('md5').update(`${test} ${analyte}`).digest('hex').slice(0, 24)}`

export const observations = (config: Config): Kind => {
  const systems = systemsOf(config)
  const code = tokenParam(
    [
      { system: systems.loinc, is: equals('loinc') },
      { system: systems.analyte, is: equals('analyte') },
      { system: systems.test, is: isPanelOf },
    ],
    'The LOINC code, the code of the analyte in the catalogue, or of a panel the code of the test',
  )
  const quantity = quantityParam(systems)
  const codeAndValue = codeAndValueParam(code, quantity)
  return kindOfTable<ObservationRow>({
    type: 'Observation',
    scope: 'system/Observation.rs',
    rows: observationRows,
    order: { releasedAt: instant('r.released_at'), id: text('r.id') },
    params: {
      _id: idInVisitParam(idForm),
      _lastUpdated: dateParam('released_at', 'The time of the latest release of the report'),
      patient: patientParam(baseOf(config)),
      subject: patientParam(baseOf(config)),
      'based-on': requestParam(baseOf(config), 'The ordered test', isOfRequest),
      specimen: specimenParam(baseOf(config), resultSpecimen),
      date: earlierDateParam('collected_at', 'released_at', 'The time of collection of the sample'),
      status: codeParam('status', observationStatuses, 'The state'),
      code,
      'value-quantity': quantity,
      'code-value-quantity': codeAndValue,
      // Observations have no components, so that the parameters that search in both are the same.
      'combo-code': code,
      'combo-value-quantity': quantity,
      'combo-code-value-quantity': codeAndValue,
      category: fixedParam(category, 'The category: laboratory'),
      'has-member': observationParam(baseOf(config), hasMember, 'A value of the panel'),
    },
    mayMatch: (db, asked, isWalked) => mayHaveQuantity(db, asked, isWalked, systems),
    sorts: {
      _lastUpdated: bothWays((way) => ({
        releasedAt: instant(`r.released_at${way}`),
        id: text(`r.id${way}`),
      })),
      date: bothWays((way) => ({ collectedAt: instant(`r.collected_at${way}`), id: text(`r.id${way}`) })),
    },
    latest: { sort: 'date', time: 'collectedAt', later: 'released_at' },
    references: {
      ...ofResult,
      'has-member': following(['Observation'], ({ hasMember: members }) => members),
    },
    profiles: profiles.Observation,
    summary: [
      ...['basedOn', 'status', 'category', 'code', 'subject', 'effectiveDateTime', 'issued'],
      ...['valueQuantity', 'valueString', 'hasMember'],
    ],
    subject: ({ visitId }) => ({ kind: 'visit', id: visitId }),
    isVersioned: true,
    versions: {
      rows: observationVersionRows,
      order: { version: bigint('r.version desc') },
      at: 'released_at',
    },
    present: (row) => present(row, systems),
  })
}

const category = [
  {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }],
  },
]

/**
 * A frozen value has the unit that its report prints. The UCUM and LOINC codes come from the catalogue, and are left out if the unit
 * in the catalogue has changed since: a code of a different unit must not be paired with an old number.
 */
export function codesOf({ ucum, loinc, result }: ObservationRow): {
  ucum: string | null
  loinc: string | null
} {
  const prints = (counts: keyof typeof cellCounts) => printedUnit(ucum ?? '', counts) === result.unit
  const isSame = ucum !== null && (Object.keys(cellCounts) as (keyof typeof cellCounts)[]).some(prints)
  return isSame ? { ucum, loinc } : { ucum: null, loinc: null }
}

function present(row: ObservationRow, systems: Systems): Resource {
  const { test } = row
  const { code, measured } = row.analyte === '' ? panel(row, systems) : value(row, systems)
  return {
    resourceType: 'Observation',
    id: row.id,
    meta: { versionId: String(row.version), lastUpdated: row.releasedAt.toISOString() },
    ...(test.code !== '' && {
      basedOn: [referenceTo('ServiceRequest', requestId(row.requestOf, test.code))],
    }),
    status: row.status,
    category,
    code,
    subject: referenceTo('Patient', row.personId),
    encounter: referenceTo('Encounter', row.visitId),
    effectiveDateTime: row.collectedAt.toISOString(),
    issued: row.releasedAt.toISOString(),
    performer: [{ display: row.laboratory }],
    ...(row.status === 'entered-in-error' ? { dataAbsentReason: takenBack } : measured()),
    ...(test.method !== '' && { method: { text: test.method } }),
    ...(row.specimenId !== null && { specimen: referenceTo('Specimen', row.specimenId) }),
    ...(test.instrument && { device: { display: test.instrument } }),
  }
}

const takenBack = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'error' }],
  text: 'The result was withdrawn',
}

/** A test with several values. Its code is that of the test, since the catalogue has no LOINC codes of panels. */
const panel = ({ visitId, test, members }: ObservationRow, systems: Systems) => ({
  code: {
    ...(test.code !== '' && { coding: [{ system: systems.test, code: test.code, display: test.name }] }),
    text: test.name,
  },
  measured: () => ({
    hasMember: members.map((analyte) =>
      referenceTo('Observation', observationId(visitId, test.code || test.name, analyte)),
    ),
  }),
})

function value(row: ObservationRow, systems: Systems) {
  const { result } = row
  const { loinc, ucum } = codesOf(row)
  return {
    code: {
      coding: [
        ...(loinc === null ? [] : [{ system: systems.loinc, code: loinc }]),
        { system: systems.analyte, code: result.code, display: result.name },
      ],
      text: result.name,
    },
    measured: () => measured(row, ucum, systems),
  }
}

function measured({ result }: ObservationRow, ucum: string | null, systems: Systems) {
  const { number, value, range, low, high, flag } = result
  const unit = {
    ...(result.unit !== '' && { unit: result.unit }),
    ...(ucum && { system: systems.ucum, code: ucum }),
  }
  const quantity = (of: object) => ({ value: of, ...unit })
  const flagCode = flag === '' ? (range === '' ? null : 'N') : flag
  return {
    ...(number === null ? { valueString: value } : { valueQuantity: quantity(decimal(value)) }),
    ...(flagCode !== null && {
      interpretation: [
        { coding: [{ system: interpretations, code: flagCode, display: flagNames[flagCode] }] },
      ],
    }),
    ...(range !== '' && {
      referenceRange: [
        {
          ...(low !== null && { low: quantity(asPrecise(low, value)) }),
          ...(high !== null && { high: quantity(asPrecise(high, value)) }),
          text: range,
        },
      ],
    }),
  }
}

const interpretations = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'
const flagNames: Readonly<Record<Exclude<Flag, ''> | 'N', string>> = {
  N: 'Normal',
  L: 'Low',
  H: 'High',
  LL: 'Critical low',
  HH: 'Critical high',
  A: 'Abnormal',
  AA: 'Critical abnormal',
}
