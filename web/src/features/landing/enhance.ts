import { type LaboratoryFacts, laboratoryFacts } from '../../api/laboratory-facts.ts'
import { ownHome } from '../../api/own-home.ts'
import { mailLink, mapLink, phoneLink } from '../../lib/reach-links.ts'

const scrolledEnough = 400

/**
 * Makes the prerendered landing page move: menu, back-to-top, reveal, contact dialog, question before dialling, the
 * laboratory's own facts, and the way to the dashboard in place of *Login* and *Create Account* for whoever is signed in. Everything stops when `signal` aborts.
 */
export function enhanceLanding(root: ParentNode, openContact: () => void, signal: AbortSignal): void {
  followScroll(root, signal)
  openMenu(root, signal)
  askBeforeDialling(root, signal)
  if (!prefersStillness()) reveal(root, signal)
  root.querySelector('[data-open-contact]')?.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      openContact()
    },
    { signal },
  )
  ownHome().then(
    (home) => home !== null && !signal.aborted && leadHome(root, home),
    // The way to the log-in page stays, which knows who is signed in.
    () => {},
  )
  laboratoryFacts().then(
    (facts) => signal.aborted || fillIn(root, facts),
    // The prerendered facts stay.
    () => {},
  )
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function followScroll(root: ParentNode, signal: AbortSignal): void {
  const bar = root.querySelector<HTMLElement>('[data-bar]')
  const toTop = root.querySelector<HTMLButtonElement>('[data-to-top]')
  const follow = () => {
    bar?.toggleAttribute('data-scrolled', window.scrollY > 8)
    if (toTop) toTop.hidden = window.scrollY <= scrolledEnough
  }
  follow()
  window.addEventListener('scroll', follow, { passive: true, signal })
  toTop?.addEventListener(
    'click',
    () => {
      window.scrollTo({ top: 0, behavior: prefersStillness() ? 'instant' : 'smooth' })
      // The button is about to go; the focus goes where it leads.
      bar?.querySelector('a')?.focus({ preventScroll: true })
    },
    { signal },
  )
}

function openMenu(root: ParentNode, signal: AbortSignal): void {
  const bar = root.querySelector<HTMLElement>('[data-bar]')
  const button = bar?.querySelector<HTMLElement>('[data-menu-button]')
  if (!bar || !button) return
  const set = (open: boolean) => {
    bar.toggleAttribute('data-open', open)
    button.setAttribute('aria-expanded', String(open))
  }
  button.addEventListener('click', () => set(!bar.hasAttribute('data-open')), { signal })
  bar.querySelector('[data-menu]')?.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest('a')) set(false)
    },
    { signal },
  )
  bar.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !bar.hasAttribute('data-open')) return
      set(false)
      button.focus()
    },
    { signal },
  )
}

function askBeforeDialling(root: ParentNode, signal: AbortSignal): void {
  const dialog = root.querySelector<HTMLDialogElement>('[data-dial-dialog]')
  if (!dialog) return
  root.querySelector('[data-dial]')?.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      dialog.showModal()
    },
    { signal },
  )
  dialog.querySelector('[data-dial-now]')?.addEventListener('click', () => dialog.close('yes'), { signal })
}

/** What is below the screen now comes in once, when it is reached. What is on it is never hidden. */
function reveal(root: ParentNode, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        target.setAttribute('data-reveal', 'seen')
        observer.unobserve(target)
      }
    },
    { rootMargin: '0px 0px -8% 0px' },
  )
  for (const element of root.querySelectorAll('[data-reveal]')) {
    if (element.getBoundingClientRect().top < window.innerHeight) continue
    element.setAttribute('data-reveal', 'waiting')
    observer.observe(element)
  }
  signal.addEventListener('abort', () => observer.disconnect())
}

function leadHome(root: ParentNode, home: string): void {
  for (const link of root.querySelectorAll('[data-login]')) {
    link.setAttribute('href', home)
    // The page has its texts in itself.
    link.textContent = link.getAttribute('data-login')
  }
  for (const link of root.querySelectorAll<HTMLElement>('[data-stranger]')) link.hidden = true
}

function fillIn(root: ParentNode, facts: LaboratoryFacts): void {
  for (const fact of ['name', 'address', 'phone', 'email'] as const) {
    for (const place of root.querySelectorAll(`[data-fact="${fact}"]`)) place.textContent = facts[fact]
  }
  const links = { mail: mailLink(facts.email), phone: phoneLink(facts.phone), map: mapLink(facts.address) }
  for (const [kind, href] of Object.entries(links)) {
    for (const link of root.querySelectorAll(`[data-fact-link="${kind}"]`)) link.setAttribute('href', href)
  }
}
