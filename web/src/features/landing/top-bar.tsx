import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Brand } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { CloseIcon, MenuIcon } from '../../ui/icons.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'

const anchors = [
  ['#hero', 'Home'],
  ['#features', t`Features`],
  ['#overview', t`Overview`],
  ['#services', t`Services`],
  ['/contact', t`Contact`],
] as const

/** Without scripts nothing could open the menu: the links stand in the page, under a bar that scrolls away. */
const menuClass = [
  'flex items-center gap-1 [&>:last-child]:ms-3',
  'max-[900px]:hidden max-[900px]:max-h-[calc(100dvh-var(--bar))] max-[900px]:basis-full max-[900px]:flex-col max-[900px]:items-stretch',
  'max-[900px]:gap-0 max-[900px]:overflow-y-auto max-[900px]:pb-4 max-[900px]:group-data-open/bar:flex',
  'max-[900px]:[&>:last-child]:ms-0 max-[900px]:[&>:last-child]:mt-4',
  'max-[900px]:noscript:flex max-[900px]:noscript:flex-row max-[900px]:noscript:flex-wrap max-[900px]:noscript:gap-x-4',
].join(' ')
const linkClass =
  'tap rounded px-3 text-ink font-550 no-underline hover:bg-vial-soft hover:text-ink max-[900px]:min-h-13 max-[900px]:rounded-none max-[900px]:border-b max-[900px]:px-0 max-[900px]:text-l max-[900px]:noscript:border-0'

export function TopBar() {
  return (
    <header
      className="group/bar fixed inset-x-0 top-0 z-20 border-transparent border-b bg-page transition-[border-color] data-scrolled:border-line max-[900px]:noscript:static max-[900px]:data-open:border-line max-[900px]:data-open:shadow-lift"
      data-bar=""
    >
      <div className="mx-auto flex min-h-(--bar) max-w-[calc(var(--page-wide)_+_64px)] items-center justify-between gap-4 px-8 max-sm:px-4 max-[900px]:flex-wrap max-[900px]:gap-y-0">
        <a
          href="#hero"
          className="tap no-underline max-[900px]:min-h-(--bar)"
          aria-label={t`Phial, to the top`}
        >
          <Brand size={34} />
        </a>
        <button
          type="button"
          className="group -me-2.5 hidden noscript:hidden size-target place-items-center rounded max-[900px]:grid"
          data-menu-button=""
          aria-expanded="false"
          aria-controls="landing-menu"
        >
          <MenuIcon className="group-aria-[expanded=true]:hidden" size={24} />
          <CloseIcon className="group-aria-[expanded=false]:hidden" size={24} />
          <span className="visually-hidden">
            <Trans>Menu</Trans>
          </span>
        </button>
        <nav className={menuClass} id="landing-menu" aria-label={t`Main`} data-menu="">
          {anchors.map(([href, text]) => (
            <a key={href} href={href} className={linkClass}>
              {text}
            </a>
          ))}
          <LanguageSwitch />
          <a href="/login" className={buttonClass({ variant: 'primary' })} data-login={t`Dashboard`}>
            <Trans>Login</Trans>
          </a>
        </nav>
      </div>
    </header>
  )
}
