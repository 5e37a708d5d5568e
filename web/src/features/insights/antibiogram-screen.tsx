import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Antibiogram, leastIsolates, readAntibiogram } from '#contract/antibiogram.ts'
import { laboratory } from '#contract/sites.ts'
import { type CultureSpecimen, cultureSpecimens } from '#contract/susceptibility.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { sayNumber } from '../../lib/locale.ts'
import { dayOf } from '../../lib/times.ts'
import { choicesIn } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DateRange, useYear } from '../../ui/date-range.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'

type Organism = Antibiogram['organisms'][number]

/** The share of susceptible isolates by organism and antibiotic. */
export function AntibiogramScreen() {
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const sites = useSeenSites(everySite(lab))
  const today = dayOf(useNow(), sites[0]?.timeZone ?? 'UTC')
  const { days, onChange } = useYear(today)
  const [site, setSite] = useState('')
  const [specimen, setSpecimen] = useState<CultureSpecimen | ''>('')
  const asked = { ...days, ...(site && { siteId: site }), ...(specimen && { specimen }) }
  const { data, error } = useQuery(queryFor(readAntibiogram, { query: asked }))
  return (
    <Screen
      title={t`Cumulative antibiogram`}
      about={t`The percentage of susceptible isolates in final results. Only the first isolate of each person and organism in the period is counted. Antibiotics that reports do not show are included.`}
    >
      <search
        className="cols-fill-168 mb-6 grid items-start gap-4 print:hidden"
        aria-label={t`Cumulative antibiogram`}
      >
        <DateRange {...days} onChange={onChange} />
        <SelectField
          name="specimen"
          label={t`Specimen`}
          placeholder={t`All specimens`}
          options={choicesIn(cultureSpecimens)}
          value={specimen}
          onChange={(event) => setSpecimen(event.currentTarget.value as CultureSpecimen | '')}
        />
        {sites.length > 1 && (
          <SelectField
            name="site"
            label={t`Site`}
            placeholder={t`All sites`}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            value={site}
            onChange={(event) => setSite(event.currentTarget.value)}
          />
        )}
      </search>
      {error && (
        <Notice kind="error" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      {!data && !error && <SkeletonLines count={4} says={t`Loading the antibiogram...`} />}
      {data && <Tables antibiogram={data} />}
    </Screen>
  )
}

function Tables({ antibiogram: { organisms, repeats } }: { antibiogram: Antibiogram }) {
  if (organisms.length === 0) return <p>{t`No isolates in final results in this period.`}</p>
  return (
    <div className="stack gap-6">
      <p className="hint">
        {plural(repeats, {
          0: 'No isolate was left out as a repeat.',
          one: '# isolate was left out as a repeat.',
          other: '# isolates were left out as repeats.',
        })}{' '}
        <Trans>Percentages of fewer than {leastIsolates} isolates are marked: they are not reliable.</Trans>
      </p>
      {organisms.map((organism) => (
        <OrganismTable key={organism.code} organism={organism} />
      ))}
    </div>
  )
}

const cell = 'py-1.5 pe-3 text-start align-middle'

function OrganismTable({ organism: { name, isolates, antibiotics } }: { organism: Organism }) {
  return (
    <section aria-label={name}>
      <h2 className="text-l">
        <em>{name}</em>{' '}
        <span className="hint font-400">{plural(isolates, { one: '# isolate', other: '# isolates' })}</span>{' '}
        {isolates < leastIsolates && <Badge tone="warning">{t`Fewer than ${leastIsolates}`}</Badge>}
      </h2>
      <table className="mt-1 w-full max-w-[44rem] border-collapse">
        <caption className="visually-hidden">
          <Trans>Antibiotics tested against {name}</Trans>
        </caption>
        <thead className="hint">
          <tr className="border-b">
            <th scope="col" className={cell}>
              <Trans>Antibiotic</Trans>
            </th>
            <th scope="col" className={`${cell} w-1/2`}>
              <Trans>Susceptible</Trans>
            </th>
            <th scope="col" className="py-1.5 text-end">
              <Trans>Tested</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {antibiotics.map(({ code, name: antibiotic, tested, susceptible }) => {
            const share = Math.round((susceptible / tested) * 100)
            const few = tested < leastIsolates
            return (
              <tr key={code} className="border-b">
                <th scope="row" className={`${cell} font-550`}>
                  {antibiotic}
                </th>
                <td className={cell}>
                  <span className="flex items-center gap-2">
                    <span className="figures w-16 whitespace-nowrap text-end">
                      {sayNumber(share)} %{few && ' *'}
                    </span>
                    <span className="h-2.5 flex-1 rounded-full bg-sunk" aria-hidden="true">
                      <span
                        className="block h-full rounded-full bg-vial data-few:opacity-40"
                        data-few={few || undefined}
                        style={{ width: `${share}%` }}
                      />
                    </span>
                  </span>
                </td>
                <td className="figures py-1.5 text-end">{sayNumber(tested)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {antibiotics.some(({ tested }) => tested < leastIsolates) && (
        <p className="hint mt-1">
          <Trans>* fewer than {leastIsolates} isolates tested</Trans>
        </p>
      )}
    </section>
  )
}
