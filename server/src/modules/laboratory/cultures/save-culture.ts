import type { saveCulture as contract } from '#contract/cultures.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { judge } from '#contract/susceptibility.ts'
import { cultureTestOf, readSetup, type SetupRow } from '#server/modules/microbiology/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notFound, notPossible } from '#server/platform/errors.ts'
import { releaseByRule } from '../reports/release-by-rule.ts'
import { storeResults } from '../results/enter-results.ts'
import { readTaskState } from '../results/queries-results.ts'
import { taskCompleted } from '../tasks/events.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { completeReading, type NewIsolate, readCultureRow, writeReading } from './queries-cultures.ts'

type Body = BodyOf<typeof contract>
type CultureTest = NonNullable<Awaited<ReturnType<typeof cultureTestOf>>>

/**
 * Saves a reading of a culture like results: as a whole, and only on the revision that it follows. Interim and final readings
 * complete the task, so that they can be released; an interim release returns it (`returnInterims`).
 */
export async function saveCulture(
  context: SignedIn,
  id: string,
  { values, isolates, stage, revision, draft, onPaper }: Body,
) {
  const task = await taskOf(context, id)
  const test = await cultureTestOf(context.db, task.testCode)
  if (!test || task.referral) throw notFound('This culture')
  const setup = await readSetup(context.db)
  const found = isolates.map((isolate, index) => judged(isolate, index, test, setup))
  if (found.length > 0) requireGrowth(values)
  await storeResults(
    context,
    task,
    { values, revision, draft, onPaper },
    {
      async write(inside) {
        const { db, actor, clock } = inside
        const state = await readTaskState(db, task)
        if (stage === 'reading' && state?.status === 'completed')
          throw notPossible('This culture is waiting for release. Save it as interim or as final.')
        if (stage === 'interim' && state?.correctionReason != null && state.retractedAt === null)
          throw notPossible('The final report is being corrected. Save it as final.')
        const reading = { stage, by: actor.accountId, now: clock.now() }
        await writeReading(db, task, reading, found, setup.breakpoints?.version ?? null)
        await audit(inside, {
          action: 'culture.read',
          subject: { kind: 'task', id },
          after: { stage, isolates: found.map(said) },
        })
        if (stage === 'reading' || !(await completeReading(db, task, actor.accountId, clock.now()))) return
        await audit(inside, { action: 'task.completed', subject: { kind: 'task', id }, after: { stage } })
        if (stage === 'final') await inside.tell(taskCompleted, inside, task)
      },
      isSame: async (db) => {
        const saved = await readCultureRow(db, task, context.clock.now())
        return saved !== null && isSame(found, saved.isolates)
      },
    },
  )
  const rule = stage === 'reading' ? null : await releaseByRule(context, task)
  return {
    message: `${task.title}: ${words[stage]}${rule === null ? '' : ` Released by the rule ${rule}.`}`,
    revision: revision + 1,
  }
}

const words = {
  reading: 'reading saved.',
  interim: 'saved as interim. It waits for release.',
  final: 'saved as final. It waits for release.',
} as const

function judged(
  { organism: code, antibiogram, ...isolate }: Body['isolates'][number],
  index: number,
  { specimen }: CultureTest,
  { organisms, antibiotics, panels, breakpoints, rules }: SetupRow,
): NewIsolate {
  const organism = organisms.find((one) => one.code === code)
  if (!organism) throw invalid({ [`isolates.${index}.organism`]: ['Choose the organism'] })
  const unknown = antibiogram.find(({ antibiotic }) => !antibiotics.some((one) => one.code === antibiotic))
  if (unknown)
    throw invalid({ [`isolates.${index}.antibiogram`]: [`There is no antibiotic ${unknown.antibiotic}`] })
  const panel = panels.find(({ group }) => group === organism.group)?.rows ?? []
  const entered = antibiogram.filter(({ measure, category }) => measure !== null || category !== null)
  return {
    ...isolate,
    organism: code,
    antibiogram: judge(entered, organism, specimen, { breakpoints, rules, panel }),
  }
}

/** Refuses isolates if a growth analyte that comes with the product says “No growth”. */
function requireGrowth(values: Body['values']): void {
  const [field] =
    Object.entries(values).find(
      ([code, value]) => code.endsWith('CULTURE-GROWTH') && value === 'No growth',
    ) ?? []
  if (field) throw invalid({ [`values.${field}`]: ['Choose a growth, because there are isolates'] })
}

const said = ({ organism, amount, antibiogram }: NewIsolate) => ({
  organism,
  amount,
  antibiogram: Object.fromEntries(antibiogram.map(({ antibiotic, result }) => [antibiotic, result ?? ''])),
})

/** Whether the same reading is already saved: the caller repeats a save whose answer was lost. */
const isSame = (found: readonly NewIsolate[], saved: readonly Body['isolates'][number][]): boolean =>
  JSON.stringify(found.map(typed)) === JSON.stringify(saved.map(typed))

const typed = ({
  number,
  organism,
  amount,
  comment,
  antibiogram,
}: NewIsolate | Body['isolates'][number]) => ({
  ...{ number, organism, amount, comment },
  antibiogram: antibiogram.map(({ antibiotic, measure, category, shown }) => [
    antibiotic,
    measure && [measure.method, measure.comparator, measure.value],
    category,
    shown,
  ]),
})
