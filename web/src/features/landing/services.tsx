import { t } from '@lingui/core/macro'
import { CheckIcon } from '../../ui/icons.tsx'
import { type CapColour, CapRow } from './cap-row.tsx'
import landing from './landing.module.css'
import { SectionHeading } from './section-heading.tsx'
import css from './services.module.css'

export function Services() {
  return (
    <section id="services" className={landing.section} aria-label={t`Our Services`}>
      <div className={landing.wrap}>
        <SectionHeading
          level={3}
          title={t`Our Services`}
          about={t`From a single blood count to a yearly check-up. What each test needs of you is said before you book it.`}
        />
        <div className={css.services}>
          <Service
            title={t`Routine and specialised testing`}
            about={t`The everyday work of the bench and the tests that need a specialist.`}
            caps={['edta', 'sst', 'citrate', 'fluoride']}
            items={[
              t`Blood tests`,
              t`Urine analysis`,
              t`Microbiology`,
              t`Pathology`,
              t`Molecular diagnostics`,
            ]}
          />
          <Service
            title={t`Infectious disease testing`}
            about={t`Same-day results where the method allows it, so that you know before you meet others.`}
            caps={['plain', 'plain']}
            items={[t`Rapid antigen`, 'PCR', t`Antibody`, t`Influenza`]}
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
    <article className={css.service} data-reveal="">
      <div className={css.caps}>
        <CapRow caps={caps} />
      </div>
      <h3 className={css.title}>{title}</h3>
      <p className={css.about}>{about}</p>
      <ul className={css.items}>
        {items.map((item) => (
          <li key={item} className={css.item}>
            <CheckIcon size={18} />
            {item}
          </li>
        ))}
      </ul>
    </article>
  )
}
