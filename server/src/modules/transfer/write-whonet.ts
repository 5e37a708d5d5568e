import type { exportWhonet as contract } from '#contract/antibiogram.ts'
import { type CsvValue, csvLine } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { CultureSpecimen } from '#contract/susceptibility.ts'
import { personNumber } from '#server/modules/people/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { spend } from '#server/platform/limits.ts'
import { readWhonetRows, type WhonetRow } from './queries-whonet.ts'

const exports = { name: 'whonet exports: account', burst: 20, perSeconds: 3600 }

/** Isolates with the field names of WHONET. Antibiotics that reports did not show are included. */
export async function exportWhonet(context: SignedIn, query: QueryOf<typeof contract>): Promise<string> {
  await spend(context, exports, context.actor.accountId)
  const rows = await readWhonetRows(context.db, context.actor.sites, query)
  await audit(context, {
    action: 'whonet.exported',
    subject: { kind: 'laboratory', id: 'laboratory' },
    after: { ...query, isolates: rows.length },
  })
  return whonetFile(rows, query.names === 'true')
}

type Result = WhonetRow['antibiogram'][number]

/** Writes the file. Pure. It has a column for each combination of antibiotic, method, guideline and disk content. */
export function whonetFile(rows: readonly WhonetRow[], names: boolean): string {
  const fields = [...new Set(rows.flatMap(({ antibiogram }) => antibiogram.map(fieldOf)))].sort()
  const lines = rows.map((row) => {
    const results = new Map(row.antibiogram.map((result) => [fieldOf(result), sayResult(result)]))
    return [...Object.values(columnsOf(row, names)), ...fields.map((field) => results.get(field) ?? '')]
  })
  const head = rows[0] ? Object.keys(columnsOf(rows[0], names)) : ['PATIENT_ID']
  return [[...head, ...fields], ...lines].map(csvLine).join('')
}

const specimenCodes = {
  ...{ blood: 'bl', urine: 'ur', stool: 'st', wound: 'wd' },
  ...{ respiratory: 'sp', genital: 'ge', fluid: 'fl', other: 'ot' },
} as const satisfies Record<CultureSpecimen, string>

function columnsOf(row: WhonetRow, names: boolean): Record<string, CsvValue> {
  const [first = '', ...others] = row.fullName.split(' ')
  return {
    LABORATORY: row.laboratory,
    ORIGIN: 'h',
    PATIENT_ID: personNumber(row.number),
    LAST_NAME: names ? others.join(' ') : '',
    FIRST_NAME: names ? first : '',
    SEX: row.gender === 'female' ? 'f' : 'm',
    DATE_BIRTH: names ? (row.birthDate ?? '') : '',
    AGE: row.age,
    INSTITUT: row.facility,
    SPEC_NUM: row.accession,
    SPEC_DATE: row.collectedOn,
    SPEC_TYPE: specimenCodes[row.specimen],
    ISOL_NUM: row.isolate,
    ORGANISM: row.organism,
    COMMENT: row.comment,
  }
}

/**
 * `CIP_ED5`: ciprofloxacin, E for EUCAST or N for CLSI, D for disk or M for MIC, and the content of the disk in µg. A category that was
 * entered without a value is in a field for disks.
 */
function fieldOf({ antibiotic, method, disk, notation }: Result): string {
  const guideline = notation === 'inclusive' ? 'N' : 'E'
  const content = disk.replace(/[^0-9.]+/g, '_').replace(/^_|_$/g, '')
  return `${antibiotic}_${guideline}${method === 'mic' ? 'M' : `D${content}`}`
}

const sayResult = ({ comparator, value, category }: Result): CsvValue =>
  value === null ? (category ?? '') : comparator === '' ? value : `${comparator}${value}`
