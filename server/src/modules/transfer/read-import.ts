import type { SignedIn } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { createThread } from '#server/platform/thread.ts'
import { requireClean } from '#server/platform/virus-scan.ts'
import type { FileAsked, FileRows, ReadFile } from './read-file.ts'

/** Ten megabytes of line ends take seconds of a core, which would block all other requests. */
const thread = createThread<FileAsked, ReadFile>(new URL('./read-file-thread.ts', import.meta.url), {
  seconds: 60,
  megabytes: 384,
  waiting: 4,
  tooMuch: 'This file takes too long to read: divide it.',
  busy: 'Other files are being read just now. Please try again in a moment.',
})

/** Limits previews and imports to one every half minute on average. */
const importsOfPerson: Limit = { name: 'imports of person', burst: 120, perSeconds: 3600 }

/** Reads the rows of a file in a thread of its own. Refuses a file that cannot be imported, or a caller who may not. */
export async function readImport(context: SignedIn, { kind, bytes, columns }: FileAsked): Promise<FileRows> {
  if (kind === 'patients' && context.actor.sites !== null) {
    throw new Refusal(
      'not_allowed',
      'Patients belong to no one site: somebody who sees all sites can bring them in.',
    )
  }
  await spend(context, importsOfPerson, context.actor.accountId)
  await requireClean(context, bytes)
  const file = await thread.ask({ kind, bytes, columns })
  if ('refused' in file) throw invalid({ file: [file.refused] })
  return file
}
