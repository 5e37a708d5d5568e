import { buttonClass } from '../../ui/button.tsx'
import css from './closing.module.css'
import landing from './landing.module.css'
import { SampleRack } from './sample-rack.tsx'

export function Closing() {
  return (
    <section className={css.section} aria-labelledby="closing-title">
      <div className={landing.wrap}>
        <div className={css.panel}>
          <div>
            <h2 className={css.title} id="closing-title">
              Ready for your next test?
            </h2>
            <p className={css.about}>
              An account takes your name, an e-mail address and a password. Then pick a time; you can change
              or cancel it yourself.
            </p>
            <div className={css.actions}>
              <a className={buttonClass({ variant: 'primary' })} href="/sign-up">
                Create Account
              </a>
              <a className={buttonClass()} href="/login">
                Log in
              </a>
            </div>
          </div>
          <div className={css.picture}>
            <SampleRack />
          </div>
        </div>
      </div>
    </section>
  )
}
