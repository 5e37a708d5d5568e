import { csvLine, csvMark } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { eqaScoresCsv as csvContract, listEqaRounds as listContract } from '#contract/eqa.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import {
  analytesWithScores,
  pageOfRounds,
  type Round,
  readResults,
  readRoundRow,
  readSchemes,
  readScores,
} from './queries-eqa.ts'

export const listSchemes = async ({ db, actor }: SignedIn) => ({
  schemes: await readSchemes(db, actor.sites),
})

export const listRounds = ({ db, actor, clock }: SignedIn, query: QueryOf<typeof listContract>) =>
  pageOfRounds(db, actor.sites, clock.now(), query)

export const requireRound = async ({ db, actor, clock }: SignedIn, id: string): Promise<Round> =>
  required(await readRoundRow(db, actor.sites, clock.now(), id), 'This round')

export async function readRound(context: SignedIn, id: string) {
  const round = await requireRound(context, id)
  return { ...round, list: await readResults(context.db, id) }
}

type Asked = QueryOf<typeof csvContract>

export async function listScores({ db, actor }: SignedIn, { scheme, analyte }: Asked) {
  const analytes = await analytesWithScores(db, actor.sites, scheme)
  const code = analyte ?? analytes[0]?.code ?? null
  const scores = code === null ? [] : await readScores(db, actor.sites, { scheme, analyte: code }, 200)
  return { analytes, analyte: code, scores }
}

const columns = [
  ...[
    'site',
    'scheme',
    'round',
    'sent',
    'sample',
    'analyte',
    'unit',
    'reported',
    'target',
    'sd',
    'expected',
    'z',
  ],
  'verdict',
]

/** The assessed results as CSV. */
export async function writeScores({ db, actor }: SignedIn, asked: Asked): Promise<string> {
  const scores = await readScores(db, actor.sites, asked, 10_000)
  const lines = scores.map((score) =>
    csvLine([
      ...[score.site, score.scheme, score.round, score.sentOn, score.sample, score.analyte, score.unit],
      ...[score.value ?? score.answer, score.target, score.sd, score.expected, score.z, score.verdict],
    ]),
  )
  return csvMark + csvLine(columns) + lines.join('')
}
