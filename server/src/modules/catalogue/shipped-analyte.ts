import { z } from 'zod'
import { analyteKinds, band } from '#contract/catalogue.ts'

const limit = z.number().nullable().default(null)
const answers = z.array(z.string()).nullable().default(null)

/** An analyte in a data file, with the first version of its interval. */
export const shippedAnalyte = z
  .object({
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
  })
  .transform(({ ranges, normalOptions, criticalOptions, source, verified, ...analyte }) => ({
    analyte,
    interval: { ranges, normalOptions, criticalOptions, source, verified },
  }))
