import type { BodyOf } from '#contract/endpoint.ts'
import { printedUnit } from '#contract/printed-unit.ts'
import type { ReportContent } from '#contract/reports.ts'
import type { previewReport as contract } from '#contract/settings.ts'
import {
  laboratorySettings,
  listSignatories,
  printedLogo,
  readReportSettings,
} from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { sayAt } from '#server/platform/date-formatters.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { picturesOf } from './pictures-of.ts'
import { verifyUrlOf } from './report-content.ts'

/** Drawing a report takes as long as several calls. */
const previewLimit: Limit = { name: 'report previews: account', burst: 60, perSeconds: 600 }

/** A made-up report with the given settings, the present logo, mark and the signature of the first person who has one. */
export async function previewReport(
  context: SignedIn,
  { page, head, foot, accreditation, cellCounts }: BodyOf<typeof contract>,
): Promise<Buffer> {
  const { db, clock, actor, config } = context
  await spend(context, previewLimit, actor.accountId)
  const { name, address, phone, email, sites } = await laboratorySettings(context)
  const { mark } = await readReportSettings(db)
  const people = await listSignatories(db)
  const signatory = people.find(({ signature }) => signature !== null) ?? people[0]
  const now = clock.now()
  const zone = sites[0]?.timeZone ?? 'UTC'
  const at = sayAt(zone, now)
  const report: ReportContent = {
    version: 1,
    status: 'final',
    code: 'EXAMPLE000000000',
    laboratory: {
      name,
      address,
      phone,
      email,
      head,
      foot,
      accreditation,
      mark: mark?.toString('hex') ?? null,
    },
    page,
    site: sites[0]?.name ?? name,
    patient: {
      fullName: 'Ama Example',
      age: 34,
      gender: 'female',
      reference: 'EXAMPLE1',
      personNumber: null,
      born: '4 May 1991',
    },
    requestedBy: 'Dr Kofi Example, Example Clinic',
    copyTo: '',
    order: null,
    issuedAt: at,
    timeZone: zone,
    waitingFor: [],
    comment: '',
    singlePersonRelease: false,
    tests: [
      {
        code: 'FBC',
        name: 'Full Blood Count',
        specimen: 'Blood',
        accession: '00000000000000',
        collectedAt: at,
        receivedAt: at,
        prepared: null,
        rejected: [],
        enteredBy: 'A technician',
        measured: null,
        releasedBy: signatory?.fullName ?? actor.fullName,
        byRule: false,
        releasedAt: at,
        method: 'Impedance and light scatter',
        instrument: 'Haematology analyser',
        referredTo: '',
        authorised: {
          qualification: signatory?.qualification ?? '',
          licenceNumber: signatory?.licenceNumber ?? '',
          signature: signatory?.signature?.toString('hex') ?? null,
        },
        comment: 'Please repeat in four weeks.',
        interpretations: [],
        attachments: [],
        correction: null,
        withdrawn: null,
        culture: null,
        results: sampleResults.map((result) => ({
          ...result,
          unit: printedUnit(result.unit, cellCounts),
        })),
      },
    ],
  }
  const { drawReport } = await import('./draw-report.ts')
  const logo = await printedLogo(db)
  const pictures = await picturesOf(db, [report])
  return drawReport(report, { verifyUrl: verifyUrlOf(config, report.code), at: now, logo, pictures })
}

const sampleResults: ReportContent['tests'][number]['results'] = (
  [
    ['HGB', 'Haemoglobin', 9.3, 'g/dL', 12, 15, 1, 'L'],
    ['WBC', 'White blood cells', 6.1, '10³/µL', 4, 10, 1, ''],
    ['PLT', 'Platelets', 250, '10³/µL', 150, 400, 0, ''],
  ] as const
).map(([code, name, number, unit, low, high, decimals, flag]) => ({
  code,
  name,
  number,
  value: number.toFixed(decimals),
  unit,
  range: `${low.toFixed(decimals)}–${high.toFixed(decimals)}`,
  low,
  high,
  flag,
  flagWords: flag === '' ? '' : 'Low',
  before: null,
  unconfirmed: false,
  birthNeeded: false,
}))
