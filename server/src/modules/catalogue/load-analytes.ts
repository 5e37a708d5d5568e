import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { analyteKinds, band } from '#contract/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { addAnalytes } from './queries-new-analytes.ts'

const limit = z.number().nullable().default(null)
const answers = z.array(z.string()).nullable().default(null)

const file = z.object({
  panels: z.record(z.string(), z.array(z.string())),
  analytes: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      kind: z.enum(analyteKinds),
      unit: z.string(),
      loinc: z.string().nullable(),
      decimals: limit,
      lowest: limit,
      highest: limit,
      options: z.array(z.string()).default([]),
      ranges: z.array(band).default([]),
      normalOptions: answers,
      criticalOptions: answers,
      source: z.string(),
      verified: z.boolean(),
    }),
  ),
})

/** Adds the analytes, panels and intervals of the data file at the start, where they are missing. */
export async function loadAnalytes({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const text = await readFile(new URL('../../../data/analytes.json', import.meta.url), 'utf8')
  const { analytes, panels } = file.parse(JSON.parse(text))
  const shipped = analytes.map(
    ({ ranges, normalOptions, criticalOptions, source, verified, ...analyte }) => ({
      analyte,
      interval: { ranges, normalOptions, criticalOptions, source, verified },
    }),
  )
  await addAnalytes(db, shipped, panels, clock.now())
}
