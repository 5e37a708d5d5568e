import { Brand } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { CloseIcon, MenuIcon } from '../../ui/icons.tsx'
import css from './top-bar.module.css'

const anchors = [
  ['#hero', 'Home'],
  ['#features', 'Features'],
  ['#overview', 'Overview'],
  ['#services', 'Services'],
  ['/contact', 'Contact'],
] as const

export function TopBar() {
  return (
    <header className={css.bar} data-bar="">
      <div className={css.inside}>
        <a href="#hero" className={css.home} aria-label="Phial, to the top">
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
          <span className="visually-hidden">Menu</span>
        </button>
        <nav className={css.menu} id="landing-menu" aria-label="Main" data-menu="">
          {anchors.map(([href, text]) => (
            <a key={href} href={href} className={css.link}>
              {text}
            </a>
          ))}
          <a href="/login" className={buttonClass({ variant: 'primary' })} data-login="">
            Login
          </a>
        </nav>
      </div>
    </header>
  )
}
