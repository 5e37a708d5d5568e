import { type ReportContent, reportContent } from '#contract/reports.ts'
import type { Config } from '#server/config.ts'
import { bigint, instant, uuid } from '#server/platform/list.ts'
import type { Kind } from './kind.ts'
import { observationId } from './observations.ts'
import { profiles } from './profiles.ts'
import {
  codeParam,
  dateParam,
  earlierDateParam,
  fixedParam,
  idParam,
  observationParam,
  patientParam,
  requestParam,
  specimenParam,
  tokenParam,
  visitReferenceParam,
} from './queries-conditions.ts'
import {
  hasResult,
  isReportCode,
  isReportOfEvent,
  type ReportRow,
  reportRows,
  reportSpecimen,
  reportStatuses,
  reportsRequest,
  reportVersionRows,
} from './queries-reports.ts'
import { bothWays, kindOfTable } from './queries-table.ts'
import { binaryId } from './read-binary.ts'
import { following, ofResult } from './references.ts'
import { requestId } from './request-id.ts'
import { baseOf, type Resource, referenceTo, systemsOf } from './resource.ts'

/** The latest version of each report, with the id of its visit. */
export const diagnosticReports = (config: Config): Kind => {
  const systems = systemsOf(config)
  return kindOfTable<ReportRow>({
    type: 'DiagnosticReport',
    scope: 'system/DiagnosticReport.rs',
    rows: reportRows,
    order: { releasedAt: instant('r.released_at'), visitId: uuid('r.visit_id') },
    params: {
      _id: idParam('visit_id'),
      _lastUpdated: dateParam('released_at', 'The time of release of this version'),
      patient: patientParam(baseOf(config)),
      subject: patientParam(baseOf(config)),
      'based-on': requestParam(baseOf(config), 'An ordered test', reportsRequest),
      specimen: specimenParam(baseOf(config), reportSpecimen),
      result: observationParam(baseOf(config), hasResult, 'A value or panel of the report'),
      date: earlierDateParam('collected_at', 'released_at', 'The time of collection of the first sample'),
      issued: dateParam('released_at', 'The time of release of this version'),
      status: codeParam('status', reportStatuses, 'The state'),
      code: tokenParam([{ system: systems.loinc, is: isReportCode }], 'The kind of report: LOINC 11502-2'),
      category: fixedParam(category, 'The category: LAB'),
      identifier: visitReferenceParam(systems),
    },
    sorts: {
      _lastUpdated: byRelease,
      issued: byRelease,
      date: bothWays((way) => ({
        collectedAt: instant(`r.collected_at${way}`),
        visitId: uuid(`r.visit_id${way}`),
      })),
    },
    latest: { sort: 'date', time: 'collectedAt', later: 'released_at' },
    references: { ...ofResult, result: following(['Observation'], ({ result }) => result) },
    profiles: profiles.DiagnosticReport,
    summary: [
      ...['identifier', 'basedOn', 'status', 'category', 'code', 'subject'],
      ...['effectiveDateTime', 'issued', 'performer', 'result', 'conclusion'],
    ],
    subject: ({ visitId }) => ({ kind: 'visit', id: visitId }),
    isVersioned: true,
    hears: {
      events: ['report.released', 'report.corrected', 'report.withdrawn'],
      isAbout: isReportOfEvent,
    },
    versions: {
      rows: reportVersionRows,
      order: { version: bigint('r.version desc') },
      at: 'released_at',
    },
    present: (row) => present(row, config),
  })
}

const byRelease = bothWays<ReportRow>((way) => ({
  releasedAt: instant(`r.released_at${way}`),
  visitId: uuid(`r.visit_id${way}`),
}))

const category = [
  {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB', display: 'Laboratory' }],
  },
]

function present(row: ReportRow, config: Config): Resource {
  const systems = systemsOf(config)
  const { visitId, version } = row
  const content = reportContent.parse(row.content)
  const coded = content.tests.filter(({ code }) => code !== '')
  const results = content.tests.flatMap((test) => {
    const idOf = (analyte: string) => observationId(visitId, test.code || test.name, analyte)
    return test.results.length > 1 ? [idOf('')] : test.results.map(({ code }) => idOf(code))
  })
  const conclusion = conclusionOf(content, row.takenBack)
  const released = row.releasedAt.toISOString()
  return {
    resourceType: 'DiagnosticReport',
    id: visitId,
    meta: { versionId: String(version), lastUpdated: released },
    identifier: [{ system: systems.visitReference, value: row.reference }],
    ...(coded.length > 0 && {
      basedOn: coded.map(({ code }) => referenceTo('ServiceRequest', requestId(row.requestOf, code))),
    }),
    status: row.status,
    category,
    code: { coding: [{ system: systems.loinc, code: '11502-2', display: 'Laboratory report' }] },
    subject: referenceTo('Patient', row.personId),
    encounter: referenceTo('Encounter', visitId),
    effectiveDateTime: row.collectedAt.toISOString(),
    issued: released,
    performer: [{ display: content.laboratory.name }],
    ...(row.specimenIds.length > 0 && { specimen: row.specimenIds.map((id) => referenceTo('Specimen', id)) }),
    ...(results.length > 0 && { result: results.map((id) => referenceTo('Observation', id)) }),
    ...(conclusion !== '' && { conclusion }),
    ...(row.isLatest && {
      presentedForm: [
        {
          contentType: 'application/pdf',
          url: `${baseOf(config)}/Binary/${binaryId(visitId, version)}`,
          title: `Report, version ${version}`,
          creation: released,
        },
      ],
    }),
  }
}

/**
 * The comments and interpretive texts, as the report prints them. If results were withdrawn later, what an earlier version says of them is
 * left out.
 */
function conclusionOf({ tests, comment }: ReportContent, takenBack: readonly string[]): string {
  const standing = tests.filter(({ code, name }) => !takenBack.includes(code || name))
  const ofTests = standing.flatMap((test) =>
    [test.withdrawn && `Withdrawn: ${test.withdrawn.reason}`, test.comment, ...test.interpretations]
      .filter((said) => said)
      .map((said) => `${test.name}: ${said}`),
  )
  return [...ofTests, takenBack.length === 0 ? comment : ''].filter((said) => said !== '').join('\n')
}
