import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { checkHealthCard } from '#contract/health-cards.ts'
import { sayBirth } from '../../../lib/say-birth.ts'
import { exactly } from '../../../lib/times.ts'
import { Screen } from '../../../screen/screen.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Notice, type NoticeKind } from '../../../ui/notice.tsx'
import { analyteWords } from './analyte-words.ts'
import { plainFlag, plainRange } from './plain-words.ts'

type Checked = ResponseOf<typeof checkHealthCard>
type Said = NonNullable<Checked['says']>
type Value = Said['values'][number]

const kinds: Record<Checked['state'], NoticeKind> = {
  valid: 'ok',
  replaced: 'warning',
  withdrawn: 'error',
  foreign: 'error',
}
const titles: Record<Checked['state'], string> = {
  valid: t`Signed by this laboratory`,
  replaced: t`Replaced by a later report`,
  withdrawn: t`Withdrawn`,
  foreign: t`Not signed by this laboratory`,
}
const meanings: Record<Checked['state'], string> = {
  valid: t`This laboratory signed the card, and the results are still valid.`,
  replaced: t`This laboratory signed the card, and has corrected its results since. Do not rely on it: ask for a new card.`,
  withdrawn: t`This laboratory signed the card, but no longer stands by its results. Do not rely on it: ask for a new card.`,
  foreign: t`The card was changed, its text is incomplete, or somebody else signed it. Do not rely on anything that it says.`,
}

/** The answer about a card, with what it says if the laboratory signed it. */
export function CheckedCard({ checked, onAgain }: { checked: Checked; onAgain: () => void }) {
  const { state, says } = checked
  return (
    <Screen title={titles[state]}>
      <Notice kind={kinds[state]} className="mb-6">
        <p>{meanings[state]}</p>
        {state === 'valid' && (
          <p className="font-600">
            {says?.birthDate
              ? t`Compare the name and the date of birth with an identity document: anybody can show a card.`
              : t`Compare the name with an identity document: anybody can show a card.`}
          </p>
        )}
      </Notice>
      {says && <Said says={says} />}
      <Button className="mt-8" onClick={onAgain}>
        <Trans>Check another card</Trans>
      </Button>
    </Screen>
  )
}

function Said({ says: { fullName, birthDate, madeAt, timeZone, values } }: { says: Said }) {
  return (
    <>
      <Facts
        facts={[
          { name: t`Name`, value: <bdi>{fullName}</bdi> },
          { name: t`Date of birth`, value: birthDate === null ? t`Not on the card` : sayBorn(birthDate) },
          { name: t`Card made`, value: exactly(madeAt, timeZone) },
        ]}
      />
      {[...Map.groupBy(values, ({ takenAt }) => takenAt)].map(([takenAt, taken]) => {
        const at = takenAt === null ? null : exactly(takenAt, timeZone)
        const title = at === null ? t`Results` : t`Sample taken ${at}`
        return (
          <section key={takenAt} className="mt-8">
            <h2 className="mb-3 text-l">{title}</h2>
            <Values caption={title} values={taken} />
          </section>
        )
      })}
    </>
  )
}

/** A card leaves out the parts of the date that nobody knows. */
const sayBorn = (date: string): string =>
  sayBirth({ date, precision: date.length === 10 ? 'day' : date.length === 7 ? 'month' : 'year' })

const Values = ({ caption, values }: { caption: string; values: readonly Value[] }) => (
  <DataTable
    caption={caption}
    rows={values}
    rowKey={({ code, name }) => code ?? name}
    empty={null}
    columns={[
      { header: t`Test`, cell: nameOf },
      {
        header: t`Result`,
        cell: ({ value, unit, isPreliminary }) => (
          <>
            <strong className="figures">{value}</strong> <span className="hint font-400">{unit}</span>{' '}
            {isPreliminary && <Badge tone="warning">{t`Preliminary`}</Badge>}
          </>
        ),
      },
      {
        header: t`Usual range`,
        cell: ({ range }) => <span className="figures">{plainRange(range) || '–'}</span>,
      },
      { header: t`Compared with the usual range`, cell: (value) => plainFlag(value) || '–' },
    ]}
  />
)

/** The plain name, then the name in the catalogue, which printed reports use. */
function nameOf({ code, name }: Value) {
  const plain = code === null ? undefined : analyteWords(code)?.name
  if (plain === undefined) return name
  return (
    <>
      {plain} <span className="hint font-400">{name}</span>
    </>
  )
}
