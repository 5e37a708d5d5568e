import { CheckIcon } from '../../ui/icons.tsx'
import { type CapColour, CapRow } from './cap-row.tsx'
import landing from './landing.module.css'
import { SectionHeading } from './section-heading.tsx'
import css from './services.module.css'

export function Services() {
  return (
    <section id="services" className={landing.section} aria-label="Our Services">
      <div className={landing.wrap}>
        <SectionHeading
          level={3}
          title="Our Services"
          about="From a single blood count to a yearly check-up. What each test needs of you is said before you book it."
        />
        <div className={css.services}>
          <Service
            title="Routine and specialised testing"
            about="The everyday work of the bench and the tests that need a specialist."
            caps={['edta', 'sst', 'citrate', 'fluoride']}
            items={['Blood tests', 'Urine analysis', 'Microbiology', 'Pathology', 'Molecular diagnostics']}
          />
          <Service
            title="Infectious disease testing"
            about="Same-day results where the method allows it, so that you know before you meet others."
            caps={['plain', 'plain']}
            items={['Rapid antigen', 'PCR', 'Antibody', 'Influenza']}
          />
          <Service
            title="Health screening packages"
            about="Several tests in one visit, put together for a check-up."
            caps={['sst', 'edta', 'fluoride']}
            items={['Blood sugar and blood count', 'Liver and kidney function', 'Hepatitis B and C']}
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
