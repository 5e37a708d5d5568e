import { Trans } from '@lingui/react/macro'
import { buttonClass } from '../../ui/button.tsx'
import css from './hero.module.css'
import { HeroPicture } from './hero-picture.tsx'

export function Hero() {
  return (
    <section id="hero" className={css.hero} aria-labelledby="hero-title">
      <div className={css.inside}>
        <div className={css.words}>
          <p className={css.welcome}>
            <Trans>Welcome to Phial</Trans>
          </p>
          <h1 className={css.title} id="hero-title">
            <Trans>Book the visit. See&nbsp;the&nbsp;wait. Read the result.</Trans>
          </h1>
          <p className={css.about}>
            <Trans>
              Phial is made for a laboratory visit from the booked slot to the released result: to choose a
              time that is really free, to know what to expect of the wait, and to see every value beside its
              usual range.
            </Trans>
          </p>
          <div className={css.actions}>
            <a className={buttonClass({ variant: 'primary' })} href="/book">
              <Trans>Book a test</Trans>
            </a>
            <a className={buttonClass()} href="/sign-up">
              <Trans>Get Started</Trans>
            </a>
            <a className={buttonClass()} href="/demo">
              <Trans>Watch Demo</Trans>
            </a>
          </div>
        </div>
        <HeroPicture />
      </div>
    </section>
  )
}
