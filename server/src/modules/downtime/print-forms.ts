import { laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { blankForms } from './queries-downtime.ts'

/** Blank forms as a PDF. The PDF libraries are loaded on first use. */
export async function printForms(context: SignedIn, numbers: readonly number[]): Promise<Buffer> {
  const forms = await blankForms(context.db, context.actor.sites, numbers)
  if (forms.length !== new Set(numbers).size) throw notFound('A blank form of this list')
  const { name, address, phone } = await laboratorySettings(context)
  const { drawForms } = await import('./draw-forms.ts')
  return drawForms(
    { forms, laboratory: name, reach: [address, phone].filter((part) => part !== '') },
    { at: context.clock.now(), logo: await printedLogo(context.db) },
  )
}
