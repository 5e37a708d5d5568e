import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { testFields } from '#contract/catalogue.ts'
import {
  categoryNames,
  cultureSpecimenNames,
  organismGroupNames,
  type PanelRow,
} from '#contract/susceptibility.ts'
import { addShipped, shippedAnalyte } from '#server/modules/catalogue/index.ts'
import type { Context } from '#server/platform/context.ts'
import { codeOf } from './keep-organisms.ts'
import { addMissing } from './queries-microbiology.ts'

const file = z.object({
  tests: z.array(
    z
      .strictObject({ ...testFields, code: z.string(), aliases: z.array(z.string()) })
      .omit({ specialty: true, bookable: true })
      .extend({
        culture: z.object({ specimen: z.enum(cultureSpecimenNames), finalDay: z.int() }),
        panel: z.array(z.string()),
      }),
  ),
  analytes: z.array(shippedAnalyte),
  organisms: z.partialRecord(z.enum(organismGroupNames), z.array(z.string())),
  antibiotics: z.array(z.tuple([z.string(), z.string(), z.string()])),
  /** `MEM<CRO`: meropenem is shown only if ceftriaxone is not susceptible. */
  panels: z.partialRecord(z.enum(organismGroupNames), z.array(z.string())),
  rules: z.array(
    z.object({
      code: z.string(),
      appliesTo: z.string(),
      whenAntibiotic: z.string().nullable(),
      whenCategory: z.enum(categoryNames).nullable(),
      thenAntibiotics: z.array(z.string()),
      about: z.string(),
    }),
  ),
})

/**
 * Adds missing cultures, organisms, antibiotics, panels and rules from the data file at the start. Cultures cannot
 * be booked and rules are off until the laboratory turns them on. The file has no breakpoints, because they belong to EUCAST and CLSI.
 */
export async function loadMicrobiology(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const text = await readFile(new URL('../../../data/microbiology.json', import.meta.url), 'utf8')
  const { tests, analytes, organisms, antibiotics, panels, rules } = file.parse(JSON.parse(text))
  await addShipped(context, {
    tests: tests.map(({ culture: _culture, panel: _panel, ...test }, index) => ({
      ...test,
      position: 900 + index,
      specialty: null,
      bookable: false,
    })),
    analytes,
    panels: Object.fromEntries(tests.map(({ code, panel }) => [code, panel])),
  })
  await addMissing(context.db, {
    organisms: organismGroupNames.flatMap((organismGroup) =>
      (organisms[organismGroup] ?? []).map((name) => ({ code: codeOf(name), name, organismGroup })),
    ),
    antibiotics: antibiotics.map(([code, name, group]) => ({ code, name, class: group })),
    panels: organismGroupNames.flatMap((organismGroup) => {
      const rows = panels[organismGroup]
      return rows ? [{ organismGroup, rows: JSON.stringify(rows.map(panelRow)) }] : []
    }),
    rules,
    cultures: tests.map(({ code, culture, panel }) => ({
      testCode: code,
      ...culture,
      analyte: panel[0] ?? '',
    })),
  })
}

function panelRow(written: string): PanelRow {
  const [antibiotic = '', after] = written.split('<')
  return after === undefined
    ? { antibiotic, shown: 'always', after: [] }
    : { antibiotic, shown: 'cascade', after: [after] }
}
