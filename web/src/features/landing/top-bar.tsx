import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Brand } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { CloseIcon, MenuIcon } from '../../ui/icons.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import css from './top-bar.module.css'

const anchors = [
  ['#hero', 'Home'],
  ['#features', t`Features`],
  ['#overview', t`Overview`],
  ['#services', t`Services`],
  ['/contact', t`Contact`],
] as const

export function TopBar() {
  return (
    <header className={css.bar} data-bar="">
      <div className={css.inside}>
        <a href="#hero" className={css.home} aria-label={t`Phial, to the top`}>
          <Brand size={34} />
        </a>
        <button
          type="button"
          className={css.toggle}
          data-menu-button=""
          aria-expanded="false"
          aria-controls="landing-menu"
        >
          <MenuIcon className={css.whenClosed ?? ''} size={24} />
          <CloseIcon className={css.whenOpen ?? ''} size={24} />
          <span className="visually-hidden">
            <Trans>Menu</Trans>
          </span>
        </button>
        <nav className={css.menu} id="landing-menu" aria-label={t`Main`} data-menu="">
          {anchors.map(([href, text]) => (
            <a key={href} href={href} className={css.link}>
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
