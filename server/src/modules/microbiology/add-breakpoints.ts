import type { HeadersOf } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import type { addBreakpoints as contract } from '#contract/microbiology.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid } from '#server/platform/errors.ts'
import { insertBreakpoints, insertTable, readSetup } from './queries-microbiology.ts'
import { readBreakpoints } from './read-breakpoints.ts'

/** Adds a breakpoint table from a CSV file, as a whole or not at all, and puts it in force. */
export async function addBreakpointTable(
  context: SignedIn,
  headers: HeadersOf<typeof contract>,
  bytes: Uint8Array,
) {
  const notation = headers['x-notation']
  const source = decoded(headers['x-source'], 'x-source', 'Source', 200)
  const note = decoded(headers['x-note'], 'x-note', 'Note', 500)
  if (source === '') throw invalid({ 'x-source': ['Source is required'] })
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const { organisms, antibiotics } = await readSetup(db)
    const { rows, problems } = readBreakpoints(bytes, notation, { organisms, antibiotics })
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const about = { source, year: Number(headers['x-year']), notation, note }
    const table = await insertTable(db, { ...about, addedBy: actor.accountId, addedAt: clock.now() })
    if (!table) throw changedMeanwhile('The breakpoint table')
    const { version } = table
    await insertBreakpoints(
      db,
      rows.map(({ antibiotic: antibioticCode, ...row }) => ({
        ...row,
        antibioticCode,
        tableVersion: version,
      })),
    )
    const after = { ...about, breakpoints: rows.length }
    await audit(inside, {
      action: 'breakpoints.added',
      subject: { kind: 'breakpoint_table', id: String(version) },
      after,
    })
    return { message: `${rows.length} breakpoints of ${source} ${about.year} are in force.`, version }
  })
}

function decoded(text: string, field: string, name: string, most: number): string {
  let plain = text
  try {
    plain = decodeURIComponent(text)
  } catch {
    // The header is not percent-encoded.
  }
  const read = line(name, most).safeParse(plain)
  if (!read.success) throw invalid({ [field]: read.error.issues.map(({ message }) => message) })
  return read.data
}
