import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { addAnalytes } from './queries-new-analytes.ts'

const range = z.strictObject({
  sex: z.enum(['any', 'male', 'female']),
  ageMinYears: z.number().exactOptional(),
  ageMaxYears: z.number().exactOptional(),
  low: z.number().exactOptional(),
  high: z.number().exactOptional(),
  criticalLow: z.number().exactOptional(),
  criticalHigh: z.number().exactOptional(),
  condition: z.string().exactOptional(),
})

const file = z.object({
  panels: z.record(z.string(), z.array(z.string())),
  analytes: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      kind: z.enum(['quantity', 'coded', 'ordinal', 'text']),
      unit: z.string(),
      loinc: z.string().nullable(),
      source: z.string(),
      verified: z.boolean(),
      decimals: z.number().int().optional(),
      lowest: z.number().optional(),
      highest: z.number().optional(),
      options: z.array(z.string()).optional(),
      normalOptions: z.array(z.string()).optional(),
      criticalOptions: z.array(z.string()).optional(),
      ranges: z.array(range).optional(),
    }),
  ),
})

/** Brings analytes, panels and intervals of the data file into the database at the start, where they are missing. */
export async function loadAnalytes({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const text = await readFile(new URL('../../../data/analytes.json', import.meta.url), 'utf8')
  const { analytes, panels } = file.parse(JSON.parse(text))
  await addAnalytes(
    db,
    analytes.map(
      ({
        source,
        verified,
        ranges,
        normalOptions,
        criticalOptions,
        options,
        decimals,
        lowest,
        highest,
        ...analyte
      }) => ({
        code: analyte.code,
        name: analyte.name,
        kind: analyte.kind,
        unit: analyte.unit,
        loinc: analyte.loinc,
        loincProperty: null,
        options: options ?? [],
        decimals: decimals ?? null,
        lowest: lowest ?? null,
        highest: highest ?? null,
        interval: {
          ranges: ranges ?? [],
          normalOptions: normalOptions ?? null,
          criticalOptions: criticalOptions ?? null,
          source,
          verified,
        },
      }),
    ),
    panels,
    clock.now(),
  )
}
