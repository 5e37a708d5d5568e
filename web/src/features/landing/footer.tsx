import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { defaultFacts } from '../../api/laboratory-facts.ts'
import { mailLink, mapLink, phoneLink } from '../../lib/reach-links.ts'
import { Brand } from '../../ui/brand.tsx'
import { MailIcon, MapPinIcon, PhoneIcon } from '../../ui/icons.tsx'

/** `data-fact` marks what the laboratory's own settings replace as soon as they are there. */
export function Footer() {
  return (
    <footer className="border-t pt-16 pb-28">
      <div
        className={`${'mx-auto w-full max-w-[calc(var(--page-wide)_+_64px)] px-8 max-sm:px-4'} ${'grid grid-cols-[1.6fr_1fr_1fr_1.4fr] gap-x-8 gap-y-10 max-lg:grid-cols-[1fr_1fr] max-lg:[&>:first-child]:col-span-full max-lg:[&>:last-child]:col-span-full'}`}
      >
        <div>
          <Brand />
          <p className="mt-3 max-w-[30ch] text-ink-soft">
            <Trans>Laboratory visits, from the booked slot to the released result.</Trans>
          </p>
        </div>
        <nav aria-labelledby="footer-product">
          <h2 className="mb-2 text-m tracking-normal" id="footer-product">
            <Trans>Product</Trans>
          </h2>
          <ul className="list-none">
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
            <Item href="/developers">
              <Trans>For developers</Trans>
            </Item>
          </ul>
        </nav>
        <nav aria-labelledby="footer-company">
          <h2 className="mb-2 text-m tracking-normal" id="footer-company">
            <Trans>Company</Trans>
          </h2>
          <ul className="list-none">
            <Item href="#overview">
              <Trans>Overview</Trans>
            </Item>
            <Item href="/contact">
              <Trans>Contact</Trans>
            </Item>
            <Item href="/support-page">
              <Trans>Support</Trans>
            </Item>
            <Item href="/terms">
              <Trans>Terms of use</Trans>
            </Item>
            <Item href="/privacy">
              <Trans>Privacy</Trans>
            </Item>
          </ul>
        </nav>
        <Reach />
      </div>
      <div
        className={`${'mx-auto w-full max-w-[calc(var(--page-wide)_+_64px)] px-8 max-sm:px-4'} ${'hint mt-12'}`}
      >
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
      <a
        className="tap min-w-target gap-2.5 text-ink-soft no-underline hover:text-vial hover:underline"
        href={href}
      >
        {children}
      </a>
    </li>
  )
}

function Reach() {
  return (
    <section aria-labelledby="footer-reach">
      <h2 className="mb-2 text-m tracking-normal" id="footer-reach">
        <Trans>Contact</Trans>
      </h2>
      <ul className="list-none">
        <li>
          <a
            className="tap min-w-target gap-2.5 text-ink-soft no-underline hover:text-vial hover:underline"
            href={mailLink(defaultFacts.email)}
            data-fact-link="mail"
          >
            <MailIcon />
            <span data-fact="email">{defaultFacts.email}</span>
          </a>
        </li>
        <li>
          <a
            className="tap min-w-target gap-2.5 text-ink-soft no-underline hover:text-vial hover:underline"
            href={phoneLink(defaultFacts.phone)}
            data-fact-link="phone"
            data-dial=""
          >
            <PhoneIcon />
            <span data-fact="phone">{defaultFacts.phone}</span>
          </a>
        </li>
        <li>
          <a
            className="tap min-w-target gap-2.5 text-ink-soft no-underline hover:text-vial hover:underline"
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
