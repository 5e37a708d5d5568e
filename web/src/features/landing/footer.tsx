import { defaultFacts } from '../../api/laboratory-facts.ts'
import { mailLink, mapLink, phoneLink } from '../../lib/reach-links.ts'
import { Brand } from '../../ui/brand.tsx'
import { MailIcon, MapPinIcon, PhoneIcon } from '../../ui/icons.tsx'
import css from './footer.module.css'
import landing from './landing.module.css'

/** `data-fact` marks what the laboratory's own settings replace as soon as they are there. */
export function Footer() {
  return (
    <footer className={css.footer}>
      <div className={`${landing.wrap} ${css.columns}`}>
        <div>
          <Brand />
          <p className={css.about}>Laboratory visits, from the booked slot to the released result.</p>
        </div>
        <nav aria-labelledby="footer-product">
          <h2 className={css.title} id="footer-product">
            Product
          </h2>
          <ul className={css.list}>
            <Item href="#features">Features</Item>
            <Item href="#services">Services</Item>
            <Item href="/demo">Demo</Item>
            <Item href="/book">Book a test</Item>
            <Item href="/select-date">Free times</Item>
          </ul>
        </nav>
        <nav aria-labelledby="footer-company">
          <h2 className={css.title} id="footer-company">
            Company
          </h2>
          <ul className={css.list}>
            <Item href="#overview">Overview</Item>
            <Item href="/contact">Contact</Item>
            <Item href="/support-page">Support</Item>
          </ul>
        </nav>
        <Reach />
      </div>
      <div className={`${landing.wrap} ${css.last}`}>
        <p>
          © 2024 <span data-fact="name">{defaultFacts.name}</span>. All rights reserved.
        </p>
      </div>
    </footer>
  )
}

function Item({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a className={css.link} href={href}>
        {children}
      </a>
    </li>
  )
}

function Reach() {
  return (
    <section aria-labelledby="footer-reach">
      <h2 className={css.title} id="footer-reach">
        Contact
      </h2>
      <ul className={css.list}>
        <li>
          <a className={css.link} href={mailLink(defaultFacts.email)} data-fact-link="mail">
            <MailIcon />
            <span data-fact="email">{defaultFacts.email}</span>
          </a>
        </li>
        <li>
          <a className={css.link} href={phoneLink(defaultFacts.phone)} data-fact-link="phone" data-dial="">
            <PhoneIcon />
            <span data-fact="phone">{defaultFacts.phone}</span>
          </a>
        </li>
        <li>
          <a
            className={css.link}
            href={mapLink(defaultFacts.address)}
            data-fact-link="map"
            target="_blank"
            rel="noreferrer"
          >
            <MapPinIcon />
            <span data-fact="address">{defaultFacts.address}</span>
          </a>
        </li>
      </ul>
    </section>
  )
}
