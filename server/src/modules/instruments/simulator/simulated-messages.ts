import type { InstrumentProtocol } from '#contract/instruments.ts'

/** Messages that a simulated analyser sends. */

type Of = { protocol: InstrumentProtocol; key: string }
export type SimulatedResult = { code: string; value: string; unit: string; flag?: string }

/** Values of a healthy adult in the units of the catalogue. */
const usualValues: Readonly<Record<string, number>> = {
  WBC: 6.1,
  RBC: 4.6,
  HGB: 13.4,
  HCT: 40.2,
  PLT: 250,
  'NEUT%': 55,
  'LYMPH%': 34,
  'MONO%': 7,
  'EO%': 3,
  'BASO%': 1,
}

type Code = { code: string; analyte: string | null; unit?: string }

/** A result for each code of a profile whose usual value is known. `given`: other values, by code. */
export function usualResults(
  codes: readonly Code[],
  given: ReadonlyMap<string, string> = new Map(),
): SimulatedResult[] {
  return codes.flatMap(({ code, analyte, unit = '' }) => {
    const usual = analyte === null ? undefined : usualValues[analyte]
    const value =
      given.get(code) ?? (usual === undefined ? undefined : String(unit === 'g/L' ? usual * 10 : usual))
    return value === undefined ? [] : [{ code, value, unit }]
  })
}

const whole = (records: readonly string[]) => `${records.join('\r')}\r`

const astmHead = (stamp: string) => `H|\\^&|||Simulator|||||||P|LIS2-A2|${stamp}`
const hl7Head = (type: string, stamp: string, id: string) =>
  `MSH|^~\\&|Simulator||||${stamp}||${type}|${id}|P|2.5.1||||||UNICODE UTF-8`

/** Results of a sample. `stamp`: YYYYMMDDHHMMSS; `id`: the message control id. */
export function resultMessage(
  { protocol }: Of,
  sample: string,
  results: readonly SimulatedResult[],
  { stamp, id = stamp, operator = 'simulator' }: { stamp: string; id?: string; operator?: string },
): string {
  if (protocol === 'astm') {
    const lines = results.map(
      ({ code, value, unit, flag = 'N' }, index) =>
        `R|${index + 1}|^^^^${code}^1|${value}|${unit}||${flag}||F||${operator}||${stamp}`,
    )
    return whole([astmHead(stamp), 'P|1', `O|1||1^1^${sample}^B|^^^^ALL|R`, ...lines, 'L|1|N'])
  }
  const lines = results.map(
    ({ code, value, unit, flag = 'N' }, index) =>
      `OBX|${index + 1}|NM|${code}||${value}|${unit}||${flag}|||F|||${stamp}||${operator}`,
  )
  return whole([hl7Head('ORU^R01', stamp, id), `OBR|1||${sample}|00001^Automated Count^99MRC`, ...lines])
}

/** Profiles whose analysers ask with messages of HL7 v2.3.1. */
const olderQueries: Readonly<Record<string, 'QRY' | 'ORM'>> = {
  'mindray-bs': 'QRY',
  'mindray-bc-5380': 'ORM',
}

/** A query for the orders of a sample. */
export function queryMessage(
  { protocol, key }: Of,
  sample: string,
  { stamp, id = stamp }: { stamp: string; id?: string },
): string {
  if (protocol === 'astm') return whole([astmHead(stamp), `Q|1|2^1^${sample}^B||ALL||||||||O`, 'L|1|N'])
  const older = olderQueries[key]
  const olderHead = (type: string) =>
    `MSH|^~\\&|Simulator|Bench|||${stamp}||${type}|${id}|P|2.3.1||||||UNICODE`
  if (older === 'QRY') {
    const query = `QRD|${stamp}|R|D|1|||RD|${sample}|OTH|||T|`
    return whole([olderHead('QRY^Q02'), query, 'QRF||||||RCT|COR|ALL||'])
  }
  if (older === 'ORM') return whole([olderHead('ORM^O01'), `ORC|RF||${sample}||IP`])
  const head = `${hl7Head('QBP^Q11^QBP_Q11', stamp, id)}|||LAB-27^IHE`
  return whole([head, `QPD|WOS^Work Order Step^IHELAW|${id}|${sample}`, 'RCP|I||R'])
}
