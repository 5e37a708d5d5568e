import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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
          <p className={css.about}>
            <Trans>Laboratory visits, from the booked slot to the released result.</Trans>
          </p>
        </div>
        <nav aria-labelledby="footer-product">
          <h2 className={css.title} id="footer-product">
            <Trans>Product</Trans>
          </h2>
          <ul className={css.list}>
            <Item href="#features">
              <Trans>Features</Trans>
            </Item>
            <Item href="#services">
              <Trans>Services</Trans>
            </Item>
            <Item href="/demo">
              <Trans>Demo</Trans>
            </Item>
            <Item href="/book">
              <Trans>Book a test</Trans>
            </Item>
            <Item href="/select-date">
              <Trans>Free times</Trans>
            </Item>
          </ul>
        </nav>
        <nav aria-labelledby="footer-company">
          <h2 className={css.title} id="footer-company">
            <Trans>Company</Trans>
          </h2>
          <ul className={css.list}>
            <Item href="#overview">
              <Trans>Overview</Trans>
            </Item>
            <Item href="/contact">
              <Trans>Contact</Trans>
            </Item>
            <Item href="/support-page">
              <Trans>Support</Trans>
            </Item>
          </ul>
        </nav>
        <Reach />
      </div>
      <div className={`${landing.wrap} ${css.last}`}>
        <p>
          <Trans>
            © 2024 <span data-fact="name">{defaultFacts.name}</span>. All rights reserved.
          </Trans>
        </p>
      </div>
    </footer>
  )
}

function Item({ href, children }: { href: string; children: ReactNode }) {
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
        <Trans>Contact</Trans>
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
