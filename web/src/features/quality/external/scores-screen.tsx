import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type EqaScore, eqaScoresCsv, listEqaSchemes, listEqaScores } from '#contract/eqa.ts'
import { callForResponse } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { shortDay } from '../../../lib/times.ts'
import { useAddress } from '../../../screen/address.ts'
import { CsvButton } from '../../../screen/csv-button.tsx'
import { Loaded } from '../../../screen/rows.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { MicroscopeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { scoreAddress } from './eqa-search.ts'
import { sayReported, sayScore, sayTarget, verdictWords } from './eqa-words.ts'
import { ScoreChart } from './score-chart.tsx'

/** The scores of an analyte over the rounds. */
export function ScoresScreen() {
  const [{ scheme, analyte }, setAddress] = useAddress(scoreAddress)
  const { schemes } = useSuspenseQuery(queryFor(listEqaSchemes)).data
  const query = useQuery(queryFor(listEqaScores, { query: { scheme, analyte } }))
  return (
    <Screen
      rhythm="cards"
      title={t`Scores`}
      about={t`How the providers assessed the results of an analyte, round by round.`}
    >
      <Loaded query={query} failure={t`The scores could not be loaded`}>
        {({ analytes, analyte: shown, scores }) => (
          <>
            <div className="cols-fill-220 mb-6 grid max-w-text items-start gap-4">
              <SelectField
                name="scheme"
                label={t`Scheme`}
                value={scheme ?? ''}
                options={[
                  { value: '', label: t`All schemes` },
                  ...schemes.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(event) => setAddress({ scheme: event.currentTarget.value, analyte: '' })}
              />
              {analytes.length > 0 && (
                <SelectField
                  name="analyte"
                  label={t`Analyte`}
                  value={shown ?? ''}
                  options={analytes.map(({ code, name }) => ({ value: code, label: name }))}
                  onChange={(event) => setAddress({ analyte: event.currentTarget.value })}
                />
              )}
            </div>
            {scores.length === 0 ? (
              <EmptyState
                picture={<MicroscopeDrawing />}
                title={<h2>{t`No scores yet`}</h2>}
                about={t`Scores appear here as soon as the assessment of a round is entered.`}
              />
            ) : (
              <>
                <h2 className="visually-hidden">{scores[0]?.analyte}</h2>
                <ScoreChart analyte={scores[0]?.analyte ?? ''} scores={scores} />
                <h2 className="mt-8 mb-3 text-l">
                  <Trans>Results, latest first</Trans>
                </h2>
                <CsvButton
                  name="external-quality-assessment"
                  read={() =>
                    callForResponse(eqaScoresCsv, { query: { scheme, analyte: shown ?? undefined } })
                  }
                />
                <DataTable
                  caption={t`Results, latest first`}
                  rows={scores}
                  rowKey={({ id }) => id}
                  columns={columns}
                  empty={null}
                />
              </>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

const columns: readonly Column<EqaScore>[] = [
  {
    header: t`Round`,
    cell: ({ roundId, scheme, round }) => (
      <Link to="/quality/external/$id" params={{ id: roundId }}>
        {scheme}, {round}
      </Link>
    ),
  },
  { header: t`Sent`, cell: ({ sentOn }) => shortDay(sentOn) },
  { header: t`Sample`, cell: ({ sample }) => sample },
  {
    header: t`Reported`,
    cell: (score) => <span className="whitespace-nowrap tabular-nums">{sayReported(score)}</span>,
  },
  {
    header: t`Target`,
    cell: (score) => <span className="whitespace-nowrap tabular-nums">{sayTarget(score)}</span>,
  },
  { header: t`z score`, cell: ({ z }) => <span className="tabular-nums">{sayScore(z)}</span> },
  {
    header: t`Assessment`,
    cell: ({ verdict }) => <Badge tone={verdictWords[verdict].tone}>{verdictWords[verdict].label}</Badge>,
  },
]
