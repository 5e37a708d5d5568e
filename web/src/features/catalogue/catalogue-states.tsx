import { t } from '@lingui/core/macro'
import { ScreenFailure } from '../../screen/screen-failure.tsx'

/** In place of a screen of the catalogue that could not be loaded. */
export const CatalogueFailure = ({ error }: { error: unknown }) => (
  <ScreenFailure
    error={error}
    failure={t`The catalogue could not be loaded.`}
    missing={{
      title: t`This is not in the catalogue`,
      about: t`The address may be incomplete.`,
    }}
  />
)
