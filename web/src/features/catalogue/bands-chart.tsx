import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Preview } from '#contract/catalogue.ts'
import type { Band } from '#contract/interval-rules.ts'
import { Ages, Bad, BandShape, Hatching, hatching, size, Values, yScale } from './band-shapes.tsx'
import { domainOf, type Panel, panelsOf } from './bands-picture.ts'
import { sayAges, sayLimits } from './interval-words.ts'

/**
 * The bands over age: what is normal as a surface, critical limits as lines, ages without a band hatched. Beside each
 * band stands the middle 95 % of what was measured here, once there is enough of it.
 */
export function BandsChart({
  ranges,
  decimals,
  measured,
}: {
  ranges: readonly Band[]
  decimals: number | null
  /** What was measured in each band, in their order. */
  measured: Preview['bands'] | undefined
}) {
  const panels = panelsOf(ranges)
  if (panels.length === 0) return null
  const withSpread = measured?.some(({ spread }) => spread) ?? false
  return (
    <figure className="stack gap-3">
      <div className="cols-fill-320 grid gap-x-6 gap-y-4">
        {panels.map((panel, at) => (
          <PanelPicture
            key={panel.title}
            panel={panel}
            ranges={ranges}
            decimals={decimals}
            measured={measured}
            first={at === 0}
          />
        ))}
      </div>
      <figcaption className="hint flex flex-wrap gap-x-5 gap-y-1 [&_span]:inline-flex [&_span]:items-center [&_span]:gap-2">
        <span>
          <Trans>
            <i className="h-3 w-4.5 flex-none border-[1.5px] border-leaf bg-leaf-soft" /> normal
          </Trans>
        </span>
        {ranges.some(hasCritical) && (
          <span>
            <Trans>
              <i className="h-0 w-4.5 flex-none border-t-2 border-t-carmine border-dashed" /> critical limit
            </Trans>
          </span>
        )}
        {withSpread && (
          <span>
            <Trans>
              <i className="mx-1.5 h-3.5 w-0 flex-none border-s-2 border-s-sky" /> middle 95 % of the values
              measured here, and their median
            </Trans>
          </span>
        )}
        <span>
          <Trans>Ages in years</Trans>
        </span>
      </figcaption>
    </figure>
  )
}

/** Both sexes of one condition share a scale; conditions can lie tenfold apart. */
function PanelPicture({
  panel,
  ranges,
  decimals,
  measured,
  first,
}: {
  panel: Panel
  ranges: readonly Band[]
  decimals: number | null
  measured: Preview['bands'] | undefined
  first: boolean
}) {
  const within = ranges.flatMap((band, index) =>
    band.condition === panel.condition ? [{ band, index }] : [],
  )
  const limits = within.flatMap(({ band: { low, high, criticalLow, criticalHigh } }) =>
    [low, high, criticalLow, criticalHigh].filter((limit) => limit !== undefined),
  )
  const spreads = within.flatMap(({ index }) => {
    const spread = measured?.[index]?.spread
    return spread ? [spread.p2_5, spread.p97_5] : []
  })
  const domain = domainOf([...limits, ...spreads])
  if (!domain) return null
  const yOf = yScale(domain)
  return (
    <div className="min-w-0 max-w-120 [&_svg]:block [&_svg]:w-full">
      <h3 className="mb-1 text-m tracking-normal">{panel.title}</h3>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={inWords(panel, ranges, decimals)}
      >
        {first && <Hatching />}
        <Values limits={limits} decimals={decimals} yOf={yOf} />
        {panel.spans.map(({ index }) => (
          <BandShape key={index} band={ranges[index]} spread={measured?.[index]?.spread ?? null} yOf={yOf} />
        ))}
        {panel.gaps.map((gap) => (
          <Bad key={`gap ${gap.from}`} {...gap} label={t`gap`} fill={`url(#${hatching})`} />
        ))}
        {panel.overlaps.map((overlap) => (
          <Bad key={`twice ${overlap.from}`} {...overlap} label={t`overlap`} fill="none" />
        ))}
        <Ages panel={panel} />
      </svg>
    </div>
  )
}

const hasCritical = ({ criticalLow, criticalHigh }: Band) =>
  criticalLow !== undefined || criticalHigh !== undefined

function inWords({ title, spans, gaps, overlaps }: Panel, ranges: readonly Band[], decimals: number | null) {
  const bands = spans.map(({ index }) => {
    const band = ranges[index]
    return band ? `${sayAges(band)} ${sayLimits(band, decimals)}` : ''
  })
  return [
    `${title}: ${bands.join('; ')}.`,
    ...gaps.map(({ from, to }) => t`No band from ${from} to ${to} years.`),
    ...overlaps.map(({ from, to }) =>
      Number.isFinite(to) ? t`Two bands from ${from} to ${to} years.` : t`Two bands from ${from} years on.`,
    ),
  ].join(' ')
}
