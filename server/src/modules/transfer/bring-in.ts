import type { BodyOf, Endpoint, HeadersOf, ParamsOf } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import type {
  applyImport as applyContract,
  ImportPreview,
  previewImport as previewContract,
} from '#contract/transfer.ts'
import { joinWriters } from '#server/modules/booking/index.ts'
import { takeTurnAsNewPerson } from '#server/modules/people/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, isSqlError, notPossible, Refusal, sqlState } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Asked, planImport } from './plan-import.ts'
import { addImport, holdStill, listImports, takeTurn } from './queries-import.ts'
import { readImport } from './read-import.ts'

type Given<Call extends Endpoint> = { params: ParamsOf<Call>; headers: HeadersOf<Call>; body: BodyOf<Call> }
type Previewed = Given<typeof previewContract>

/** Previews an import row by row. Nothing is stored, including the file. */
export async function previewImport(context: SignedIn, asked: Previewed): Promise<ImportPreview> {
  const file = askedFor(asked)
  return (await planImport(context, file, await readImport(context, file))).preview
}

/**
 * Imports a file as it was previewed, all of it or nothing. Everything is decided again under locks; if the result differs from the
 * preview, the import is refused.
 */
export async function applyImport(
  context: SignedIn,
  asked: Given<typeof applyContract>,
): Promise<{ message: string }> {
  const file = askedFor(asked)
  const fileName = decoded(asked.headers['x-file-name'], 'Name of the file', 500)
  const read = await readImport(context, file)
  const done = await transact(context, async (within) => {
    const tx = within.db
    await takeTurn(tx)
    await joinWriters(tx)
    await holdStill(tx)
    if (file.kind === 'patients') await takeTurnAsNewPerson(tx)
    const { preview, write, sha256 } = await planImport(within, file, read)
    if (preview.token !== asked.headers['x-token']) throw anotherPreview()
    if (preview.whyNotApply) throw notPossible(preview.whyNotApply)
    const id = uuidv7(context.clock)
    const { rows, new: added, changed } = preview.totals
    const facts = { kind: file.kind, source: file.source, rows, added, changed }
    await addImport(tx, {
      id,
      ...facts,
      fileName,
      sha256,
      importedBy: context.actor.accountId,
      importedAt: context.clock.now(),
    })
    await write(within, id)
    await audit(within, {
      action: 'import.applied',
      subject: { kind: 'import', id },
      after: { ...facts, fileName, sha256: sha256.toString('hex') },
    })
    return facts
  }).catch((error: unknown) => {
    throw isSomebodyElses(error) ? anotherPreview() : error
  })
  return { message: `The file is in: ${done.added} new, ${done.changed} changed.` }
}

/** The list of imports. */
export const pastImports = async ({ db }: SignedIn) => ({ imports: await listImports(db) })

/** Whether a constraint or a deadlock refused the import because another transaction took a chair, an address or a row. */
const isSomebodyElses = (error: unknown) =>
  [sqlState.exclusionViolation, sqlState.uniqueViolation, sqlState.deadlock].some((code) =>
    isSqlError(error, code),
  )

const anotherPreview = () =>
  new Refusal(
    'changed_meanwhile',
    'The laboratory has changed since the preview. Nothing was written; look at the new preview.',
  )

const askedFor = ({ params, headers, body }: Previewed): Asked => ({
  kind: params.kind,
  bytes: body ?? new Uint8Array(),
  source: decoded(headers['x-source'] ?? '', 'Source', 100),
  columns: headers['x-columns'],
  tell: headers['x-tell'] === 'yes',
})

function decoded(text: string, name: string, most: number): string {
  let plain = text
  try {
    plain = decodeURIComponent(text)
  } catch {
    // The text was not encoded.
  }
  const read = line(name, most).safeParse(plain)
  if (!read.success) throw invalid({ [name]: read.error.issues.map(({ message }) => message) })
  return read.data
}
