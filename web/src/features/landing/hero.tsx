import { buttonClass } from '../../ui/button.tsx'
import css from './hero.module.css'
import { HeroPicture } from './hero-picture.tsx'

export function Hero() {
  return (
    <section id="hero" className={css.hero} aria-labelledby="hero-title">
      <div className={css.inside}>
        <div className={css.words}>
          <p className={css.welcome}>Welcome to Phial</p>
          <h1 className={css.title} id="hero-title">
            Book the visit. See&nbsp;the&nbsp;wait. Read the result.
          </h1>
          <p className={css.about}>
            Phial is made for a laboratory visit from the booked slot to the released result: to choose a time
            that is really free, to know what to expect of the wait, and to see every value beside its usual
            range.
          </p>
          <div className={css.actions}>
            <a className={buttonClass({ variant: 'primary' })} href="/book">
              Book a test
            </a>
            <a className={buttonClass()} href="/sign-up">
              Get Started
            </a>
            <a className={buttonClass()} href="/demo">
              Watch Demo
            </a>
          </div>
        </div>
        <HeroPicture />
      </div>
    </section>
  )
}
