import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { defaultFacts } from '../../api/laboratory-facts.ts'
import { phoneLink } from '../../lib/reach-links.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ArrowUpIcon, MailIcon } from '../../ui/icons.tsx'

/** What floats over the page, and the question before dialling. */
export function Floating() {
  return (
    <>
      <aside
        className="stack fixed end-[max(24px,env(safe-area-inset-right))] bottom-[max(24px,env(safe-area-inset-bottom))] z-15 items-end gap-3 max-sm:end-4 max-sm:bottom-4 max-sm:flex-row max-sm:items-center max-sm:gap-2 print:hidden"
        aria-label={t`Shortcuts`}
      >
        <button
          type="button"
          className="grid size-12 animate-rise place-items-center rounded-full border border-line-strong bg-card shadow-lift hover:border-vial hover:text-vial"
          data-to-top=""
          aria-label={t`Back to top`}
          hidden
        >
          <ArrowUpIcon size={22} />
        </button>
        <a
          href="/contact"
          className={`${buttonClass({ variant: 'primary' })} ${'min-h-13 rounded-[26px] shadow-lift max-sm:min-h-12 max-sm:px-4'}`}
          data-open-contact=""
        >
          <MailIcon />
          <Trans>Contact Us</Trans>
        </a>
      </aside>
      <dialog
        className="w-[min(420px,calc(100vw_-_32px))] rounded-lg border bg-card p-6 text-ink shadow-lift backdrop:bg-veil"
        data-dial-dialog=""
        aria-labelledby="dial-title"
      >
        <h2 className="text-xl" id="dial-title">
          <Trans>
            Call <span data-fact="phone">{defaultFacts.phone}</span>?
          </Trans>
        </h2>
        <p className="mt-2 text-ink-soft">
          <Trans>Your phone dials the laboratory when you say yes.</Trans>
        </p>
        <form method="dialog" className="mt-6 flex justify-end gap-3 *:min-w-28">
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
