import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { defaultFacts } from '../../api/laboratory-facts.ts'
import { phoneLink } from '../../lib/reach-links.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ArrowUpIcon, MailIcon } from '../../ui/icons.tsx'
import css from './floating.module.css'

/** What floats over the page, and the question before dialling. */
export function Floating() {
  return (
    <>
      <aside className={css.floating} aria-label={t`Shortcuts`}>
        <button type="button" className={css.top} data-to-top="" aria-label={t`Back to top`} hidden>
          <ArrowUpIcon size={22} />
        </button>
        <a
          href="/contact"
          className={`${buttonClass({ variant: 'primary' })} ${css.contact}`}
          data-open-contact=""
        >
          <MailIcon />
          <Trans>Contact Us</Trans>
        </a>
      </aside>
      <dialog className={css.dialog} data-dial-dialog="" aria-labelledby="dial-title">
        <h2 className={css.title} id="dial-title">
          <Trans>
            Call <span data-fact="phone">{defaultFacts.phone}</span>?
          </Trans>
        </h2>
        <p className={css.about}>
          <Trans>Your phone dials the laboratory when you say yes.</Trans>
        </p>
        <form method="dialog" className={css.actions}>
          <button type="submit" className={buttonClass()} value="no">
            <Trans>Cancel</Trans>
          </button>
          <a
            className={buttonClass({ variant: 'primary' })}
            href={phoneLink(defaultFacts.phone)}
            data-fact-link="phone"
            data-dial-now=""
          >
            <Trans>Call</Trans>
          </a>
        </form>
      </dialog>
    </>
  )
}
