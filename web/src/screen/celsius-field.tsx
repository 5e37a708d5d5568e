import { t } from '@lingui/core/macro'
import { TextField } from '../ui/fields.tsx'

/** The temperature in a box of samples, `celsius`. Without an input mode, since the decimal keyboard of an iPhone has no minus sign. */
export const CelsiusField = () => (
  <TextField
    name="celsius"
    label={t`Temperature in °C`}
    optional
    type="number"
    min={-80}
    max={60}
    step={0.1}
  />
)
