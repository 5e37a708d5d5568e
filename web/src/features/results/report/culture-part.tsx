import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReportedCulture } from '#contract/reports.ts'
import { categories, growthAmounts, methodUnits, sayMeasure } from '#contract/susceptibility.ts'
import { sayList } from '../../../lib/locale.ts'
import { translated } from '../../../lib/translated.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/notice.tsx'

type Isolate = ReportedCulture['isolates'][number]
const tones = { S: 'ok', I: 'warning', R: 'danger' } as const

/** What grew in a culture: in plain words, then as a table for whoever treats. */
export function CulturePart({ culture }: { culture: ReportedCulture }) {
  const { interim, isolates } = culture
  return (
    <>
      {interim && <InterimNotice />}
      {isolates.map((isolate) => (
        <PlainIsolate key={isolate.number} isolate={isolate} />
      ))}
      <IsolateTables culture={culture} />
    </>
  )
}

export function InterimNotice() {
  return (
    <Notice kind="warning" className="mt-4">
      <p>
        <Trans>
          <strong>This is an interim result.</strong> The laboratory is still observing the culture, and more
          can grow. The final result follows.
        </Trans>
      </p>
    </Notice>
  )
}

function PlainIsolate({ isolate }: { isolate: Isolate }) {
  const { organism, isYeast, antibiogram } = isolate
  const namesOf = (category: keyof typeof tones) =>
    sayList(antibiogram.filter((row) => row.category === category).map((row) => row.antibiotic))
  const [works, raised, fails] = [namesOf('S'), namesOf('I'), namesOf('R')]
  return (
    <div className="mt-4 max-w-[68ch]">
      <p className="font-650">{isYeast ? t`Yeasts grew: ${organism}` : t`Bacteria grew: ${organism}`}</p>
      {works !== '' && <p>{t`Works: ${works}`}</p>}
      {raised !== '' && <p>{t`Works at a higher dose: ${raised}`}</p>}
      {fails !== '' && <p>{t`Does not work: ${fails}`}</p>}
      {antibiogram.length > 0 && (
        <p className="hint">
          <Trans>Your doctor decides whether you need a medicine, and which. Take none on your own.</Trans>
        </p>
      )}
    </div>
  )
}

/** The isolates as the paper has them. Rows that a report does not show are marked; only staff ever get such rows. */
export function IsolateTables({ culture: { isolates, breakpoints } }: { culture: ReportedCulture }) {
  return (
    <>
      {isolates.map((isolate) => (
        <section key={isolate.number} className="mt-4" aria-label={isolate.organism}>
          <p className="font-650">
            {isolate.number}. <em>{isolate.organism}</em>
            {isolate.amount !== '' && (
              <span className="hint font-400">, {translated(growthAmounts[isolate.amount])}</span>
            )}
          </p>
          {isolate.comment !== '' && <p>{isolate.comment}</p>}
          {isolate.antibiogram.length > 0 && <Antibiogram isolate={isolate} />}
        </section>
      ))}
      {breakpoints !== '' && (
        <p className="hint mt-2">
          <Trans>Breakpoints: {breakpoints}</Trans>
        </p>
      )}
    </>
  )
}

const cell = 'py-1.5 pe-3 text-start align-baseline'

function Antibiogram({ isolate: { organism, antibiogram } }: { isolate: Isolate }) {
  return (
    <table className="mt-2 w-full max-w-[60rem] border-collapse">
      <caption className="visually-hidden">
        <Trans>Antibiogram of {organism}</Trans>
      </caption>
      <thead>
        <tr className="hint border-b">
          <th scope="col" className={cell}>
            <Trans>Antibiotic</Trans>
          </th>
          <th scope="col" className={cell}>
            <Trans>Category</Trans>
          </th>
          <th scope="col" className="py-1.5 text-end align-baseline">
            <Trans>Zone or MIC</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {antibiogram.map(({ antibiotic, category, isShown, method, comparator, value }) => (
          <tr key={antibiotic} className="border-b">
            <th scope="row" className={`${cell} font-550`}>
              {antibiotic} {!isShown && <Badge>{t`Not in the report`}</Badge>}
            </th>
            <td className={cell}>
              <Badge tone={tones[category]}>{category}</Badge>{' '}
              <span className="max-md:hint">{translated(categories[category])}</span>
            </td>
            <td className="py-1.5 text-end align-baseline">
              {method === null || value === null ? (
                '–'
              ) : (
                <span className="figures whitespace-nowrap">
                  {sayMeasure({ comparator, value })} {methodUnits[method]}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
