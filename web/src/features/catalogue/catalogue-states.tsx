import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ScreenFailure } from '../../screen/screen-failure.tsx'
import { buttonClass } from '../../ui/button.tsx'

/** In place of a screen of the catalogue that could not be loaded. */
export const CatalogueFailure = ({ error }: { error: unknown }) => (
  <ScreenFailure
    error={error}
    failure={t`The catalogue could not be loaded.`}
    missing={{
      title: t`This is not in the catalogue`,
      about: t`The address may be incomplete.`,
      action: (
        <Link to="/manager-dashboard/catalogue" className={buttonClass({ variant: 'primary' })}>
          <Trans>All tests</Trans>
        </Link>
      ),
    }}
  />
)
