import { t } from '@lingui/core/macro'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import type { ResultForm } from '#contract/results.ts'
import { growthAmounts, methodUnits } from '#contract/susceptibility.ts'
import { translated } from '../../lib/translated.ts'
import type { Typed } from '../../screen/drafts/begin-draft.ts'
import type { DraftField } from '../../screen/drafts/draft-conflict.tsx'
import { isPaperName, paperFields } from '../../screen/drafts/paper-draft.ts'
import { nameIn } from './name-in.ts'

/** The fields of two versions of a reading, named for their comparison. */
export function fieldsOf(
  versions: readonly Typed[],
  { analytes, onPaper }: Pick<ResultForm, 'analytes' | 'onPaper'>,
  setup: MicrobiologySetup,
): DraftField[] {
  const codes = new Set(analytes.map(({ code }) => code))
  const names = new Set(versions.flatMap((typed) => Object.keys(typed)))
  const further = [...names].filter((name) => !codes.has(name) && !isPaperName(name)).sort()
  return [...analytes, ...further.map((code) => fieldOf(code, setup)), ...paperFields(onPaper)]
}

function fieldOf(code: string, setup: MicrobiologySetup): DraftField {
  const [number = '', field = '', detail] = code.split('.')
  const of = (name: string, say?: DraftField['say']): DraftField => ({
    ...{ code, unit: '', calculated: false, name: t`Isolate ${number}: ${name}` },
    ...(say && { say }),
  })
  if (field === 'organism') return of(t`Organism`, (text) => nameIn(setup.organisms, text))
  if (field === 'amount')
    return of(t`Growth`, (text) => (text in growthAmounts ? translated(growthAmounts[text as '']) : text))
  if (field === 'comment') return of(t`Comment`)
  const antibiotic = nameIn(setup.antibiotics, field)
  if (detail === 'method')
    return of(t`${antibiotic}, method`, (text) => (text in methodUnits ? methodUnits[text as 'mic'] : text))
  if (detail === 'shown')
    return of(t`${antibiotic} in the report`, (text) => (text === 'yes' ? t`Yes` : t`No`))
  return of(antibiotic)
}
