import { t } from '@lingui/core/macro'
import { CheckIcon } from '../../ui/icons.tsx'
import { type CapColour, CapRow } from './cap-row.tsx'
import { SectionHeading } from './section-heading.tsx'

export function Services() {
  return (
    <section
      id="services"
      className="scroll-mt-[calc(var(--bar)_-_24px)] py-24 max-sm:py-16"
      aria-label={t`Our Services`}
    >
      <div className="landing-measure">
        <SectionHeading
          level={3}
          title={t`Our Services`}
          about={t`From a single blood count to a yearly check-up. You see how to prepare for each test before you book it.`}
        />
        <div className="grid grid-cols-3 gap-6 max-lg:grid-cols-1 max-lg:gap-4">
          <Service
            title={t`Routine and specialised testing`}
            about={t`The everyday work of the bench and the tests that need a specialist.`}
            caps={['edta', 'sst', 'citrate', 'fluoride']}
            items={[
              t`Blood tests`,
              t`Urine analysis`,
              t`Microbiology`,
              t`Stool examination`,
              t`Molecular diagnostics`,
            ]}
          />
          <Service
            title={t`Infectious disease testing`}
            about={t`Same-day results where the method allows it, so that you know before you meet others.`}
            caps={['plain', 'plain']}
            items={[t`Rapid antigen`, 'PCR', t`Antibody`, t`Malaria film`]}
          />
          <Service
            title={t`Health screening packages`}
            about={t`Several tests in one visit, put together for a check-up.`}
            caps={['sst', 'edta', 'fluoride']}
            items={[t`Blood sugar and blood count`, t`Liver and kidney function`, t`Hepatitis B and C`]}
          />
        </div>
      </div>
    </section>
  )
}

type ServiceProps = {
  title: string
  about: string
  /** The caps of the tubes that such a visit takes. */
  caps: readonly CapColour[]
  items: readonly string[]
}

function Service({ title, about, caps, items }: ServiceProps) {
  return (
    <article
      className="rounded-xl border bg-card px-8 pb-8 max-sm:px-4 max-sm:pt-0 max-sm:pb-5"
      data-reveal=""
    >
      <div className="border-b pt-8 max-sm:pt-5 [&_svg]:-ms-1">
        <CapRow caps={caps} />
      </div>
      <h3 className="mt-6 text-xl">{title}</h3>
      <p className="mt-2 text-ink-soft">{about}</p>
      <ul className="mt-5">
        {items.map((item) => (
          <li key={item} className="flex items-center gap-3 not-first:border-t py-[7px] [&_svg]:text-leaf">
            <CheckIcon size={18} />
            {item}
          </li>
        ))}
      </ul>
    </article>
  )
}
