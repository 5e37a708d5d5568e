import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { addAnalytes } from './queries-new-analytes.ts'
import { shippedAnalyte } from './shipped-analyte.ts'

const file = z.object({
  panels: z.record(z.string(), z.array(z.string())),
  analytes: z.array(shippedAnalyte),
})

/** Adds the analytes, panels and intervals of the data file at the start, where they are missing. */
export async function loadAnalytes({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const text = await readFile(new URL('../../../data/analytes.json', import.meta.url), 'utf8')
  const { analytes, panels } = file.parse(JSON.parse(text))
  await addAnalytes(db, analytes, panels, clock.now())
}
